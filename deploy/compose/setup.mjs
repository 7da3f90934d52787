// Runs in the first container of docker-compose.yml, at every `up`. Writes the keys and permissions of the bus into one folder per service
// (docs/adr/0015), the account of the object store, and the nginx configuration that forwards requests to the gateway. Sets the owners of
// the volumes.
import { execFileSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const USER_ID = 1000
// Services that call other services over the bus and sign these calls
const CALLERS = ['gateway', 'admin', 'identity']
const keysFolder = '/keys'
const generatedFolder = join(keysFolder, 'all')

execFileSync('daymark', ['nats', 'config', generatedFolder], { stdio: 'inherit' })
const copyKeys = (folder, files) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [from, to = from] of files) cpSync(join(generatedFolder, from), join(folder, to))
}
copyKeys(join(keysFolder, 'nats'), [['permissions.conf'], ['keys.conf']])
for (const file of readdirSync(generatedFolder).filter(name => name.endsWith('.nk'))) {
  const name = file.slice(0, -'.nk'.length)
  copyKeys(join(keysFolder, name), [[file, 'nkey'], ['rpc.pub'], ...(CALLERS.includes(name) ? [['rpc.key']] : [])])
}

// an account with this role can create buckets and can access only its own buckets
const { S3_ACCESS_KEY: access, S3_SECRET_KEY: secret } = process.env
const account = { access, secret, role: 'userplus', userID: USER_ID, groupID: USER_ID, projectID: 0 }
mkdirSync('/s3/iam', { recursive: true, mode: 0o700 })
mkdirSync('/s3/objects', { recursive: true, mode: 0o700 })
writeFileSync('/s3/iam/users.json', JSON.stringify({ accessAccounts: { [access]: account } }), { mode: 0o600 })

// Browsers connect to the web container. It serves the application under the host name of the installation and forwards dynamic paths
// and all other host names (custom domains) to the gateway.
const { DAYMARK_HOST: host, DAYMARK_SUPPORT_ADDRESS: support = '' } = process.env
const checkValue = (name, value) => {
  if (!/^[\w.@+{}:[\]-]*$/.test(value)) throw new Error(`${name} contains characters that are not allowed: "${value}"`)
  return value
}
writeFileSync(
  '/web/default.conf',
  `resolver 127.0.0.11 valid=2s;
map "" $daymark_gateway {
  default "http://gateway:8080";
}
map "" $daymark_support {
  default "${checkValue('DAYMARK_SUPPORT_ADDRESS', support)}";
}
server {
  listen 8080 default_server;
  location / {
    include /etc/nginx/gateway.conf;
  }
}
server {
  listen 8080;
  server_name ${checkValue('DAYMARK_HOST', host)};
  include /etc/nginx/front.conf;
  include /etc/nginx/web.conf;
}
`,
)

for (const folder of [keysFolder, '/nats', '/s3/iam']) changeOwner(folder)
for (const folder of ['/s3', '/s3/objects']) chownSync(folder, USER_ID, USER_ID)

function changeOwner(path) {
  chownSync(path, USER_ID, USER_ID)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) changeOwner(join(path, entry.name))
    else chownSync(join(path, entry.name), USER_ID, USER_ID)
  }
}
if (!existsSync(join(keysFolder, 'setup/nkey'))) throw new Error('The keys of the bus are missing.')
