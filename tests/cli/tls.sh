#!/bin/bash
# A model behind TLS with an authority of one's own: trusted only when the person says so, and only under its name.
. "${0%/*}/lib.sh"
command -v openssl >/dev/null || skip "there is no openssl to make certificates"
unset ${!AI_MEMORY_LLM__@} SSL_CERT_FILE
ok init
{
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=mine -keyout ca.key -out ca.pem
  openssl req -newkey rsa:2048 -nodes -subj /CN=model -keyout server.key -out server.csr
  echo subjectAltName=IP:127.0.0.1 >names
  openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem
} >made 2>&1 || complain "no certificates: $(cat made)"
mkfifo stay
python3 - stay <<'P' &
import http.server, json, ssl, sys, threading
class Model(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers['Content-Length']))
        open('seen', 'a').write(self.headers.get('Authorization', '') + '\n')
        answer = json.dumps({'choices': [{'message': {'content': '{"ready": true}'}, 'finish_reason': 'stop'}]}).encode()
        self.send_response(200)
        self.send_header('Content-Length', str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)
    def log_message(self, *words):
        pass
server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Model)
tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
tls.load_cert_chain('server.pem', 'server.key')
server.socket = tls.wrap_socket(server.socket, server_side=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
open('port.new', 'w').write(str(server.server_address[1]))
__import__('os').rename('port.new', 'port')
open(sys.argv[1]).read()
P
exec 9>stay # closed with this session, which ends the server
for _ in $(seq 200); do [ -f port ] || sleep 0.05; done
port=$(cat port)
export AI_MEMORY_LLM__PROVIDER=openai AI_MEMORY_LLM__MODEL=tiny AI_MEMORY_LLM__BASE_URL=https://127.0.0.1:$port/v1
export AI_MEMORY_LLM__API_KEY_ENV=TEST_MODEL_KEY TEST_MODEL_KEY=test-model-key-0123456789

step "an unknown authority is not trusted, and the key is not sent"
fails 1 doctor --llm
says "is not trusted"
says "SSL_CERT_FILE"
[ ! -e seen ] || complain "something was sent"

step "it is trusted where the person names it"
SSL_CERT_FILE=$work/ca.pem ok doctor --llm
says "answers as it is asked to"
grep -q "Bearer $TEST_MODEL_KEY" seen || complain "the key did not arrive"

step "under another name it is not"
rm seen
SSL_CERT_FILE=$work/ca.pem AI_MEMORY_LLM__BASE_URL=https://localhost:$port/v1 fails 1 doctor --llm
says "is not trusted"
[ ! -e seen ] || complain "something was sent"
