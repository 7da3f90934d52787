// Creates `.env` for docker-compose.yml with new secrets. Never changes an existing file.
// usage: node deploy/compose/env.mjs [address that browsers use, such as https://photos.example.com]
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(process.env.DAYMARK_ENV_FOLDER ?? join(import.meta.dirname, '../..'), '.env')
const [address = 'http://127.0.0.1:8080'] = process.argv.slice(2)
const url = URL.canParse(address) ? new URL(address) : undefined
if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/')
  failWith(`"${address}" is not an address such as https://photos.example.com.`)
const createSecret = bytes => randomBytes(bytes).toString('base64url')
const isLocal = ['127.0.0.1', 'localhost'].includes(url.hostname)
const fileContent = `# Created by deploy/compose/env.mjs. Back it up: the database, the store and encrypted secrets cannot be read without it.
# All settings: docs/configuration.md.

# --- address
DAYMARK_PUBLIC_URL=${url.origin}
DAYMARK_HOST=${url.hostname}
# address that the web container listens on: this machine only, or every address (0.0.0.0)
DAYMARK_BIND=${isLocal || url.protocol === 'https:' ? '127.0.0.1' : '0.0.0.0'}
DAYMARK_PORT=${url.protocol === 'https:' ? 8080 : url.port || 80}
# proxies in front of the gateway: the web container, and one more with the profile tls
DAYMARK_PROXIES=${url.protocol === 'https:' ? 2 : 1}

# --- the first super_admin, used while there is none
DAYMARK_ADMIN_EMAIL=admin@${isLocal ? 'daymark.local' : url.hostname}
DAYMARK_ADMIN_PASSWORD=${createSecret(12)}

# --- secrets
DAYMARK_SECRET=${createSecret(32)}
# encrypted photos are lost without this key (docs/operations/encryption.md)
DAYMARK_ENCRYPTION_KEYS=${new Date().toISOString().slice(0, 10)}:${randomBytes(32).toString('base64')}
POSTGRES_PASSWORD=${createSecret(24)}
S3_ROOT_ACCESS_KEY=root-${createSecret(9)}
S3_ROOT_SECRET_KEY=${createSecret(30)}
S3_ACCESS_KEY=daymark-${createSecret(9)}
S3_SECRET_KEY=${createSecret(30)}
GRAFANA_PASSWORD=${createSecret(12)}

# --- versions of the images of Daymark
DAYMARK_VERSION=latest

# --- backups by plan (docs/operations/backup.md): uncomment one COMPOSE_FILE with its settings, then run \`up\` again
# in a folder on another disk that belongs to user 1000
#COMPOSE_FILE=docker-compose.yml:deploy/compose/backups.folder.yml
#DAYMARK_BACKUP_FOLDER=/mnt/backups
# or on an external S3 server
#COMPOSE_FILE=docker-compose.yml:deploy/compose/backups.s3.yml
#DAYMARK_BACKUP_ENDPOINT=https://s3.example.com
#DAYMARK_BACKUP_BUCKET=daymark-backup
#DAYMARK_BACKUP_ACCESS_KEY=
#DAYMARK_BACKUP_SECRET_KEY=

# --- profile telemetry: endpoint for traces
#OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318
`
try {
  writeFileSync(file, fileContent, { flag: 'wx', mode: 0o600 })
  console.log(`Created ${file}. Next: docker compose up --detach --wait`)
  console.log('It contains the first sign-in: DAYMARK_ADMIN_EMAIL and DAYMARK_ADMIN_PASSWORD.')
} catch (error) {
  if (error.code !== 'EEXIST') throw error
  failWith(`${file} already exists and its secrets are in use. Nothing was changed.`)
}

function failWith(message) {
  console.error(message)
  process.exit(1)
}
