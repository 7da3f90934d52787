import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPortInUse, freePort } from '../../deploy/local/ports.mjs'
import { pollUntilTruthy } from '../../deploy/local/processes.mjs'

/** Debian's nginx with usual settings for static files. Serves `www` in the folder. */
export async function startNginx(folder) {
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, configuration(folder, port))
  const child = spawn('nginx', ['-p', folder, '-e', join(folder, 'error.log'), '-c', config], { stdio: 'inherit' })
  const ended = new Promise(resolve => child.once('exit', resolve))
  if (!(await pollUntilTruthy(() => isPortInUse(port), 10_000))) throw new Error('nginx did not start')
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop }
}

const configuration = (folder, port) => `
  ${process.getuid() === 0 ? 'user root;' : ''}
  daemon off;
  worker_processes auto;
  pid ${folder}/nginx.pid;
  events { worker_connections 768; }
  http {
    sendfile on;
    tcp_nopush on;
    access_log off;
    types { image/jpeg jpg; }
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/tmp-${name};`).join(' ')}
    server { listen 127.0.0.1:${port}; root ${folder}/www; }
  }`
