#include "cli/program.hh"

int main(int argc, char** argv) { return ai_memory::run_program({argv + (argc > 0 ? 1 : 0), argv + argc}); }
