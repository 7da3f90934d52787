import { type Check, type Env, isSettingSet, readSetting } from '@daymark/platform'

/** A check whose failure does not change the exit code, because an installation on a laptop does not need every security setting. */
const securityCheck = (name: string, ok: boolean, success: string, failure: string): Check => ({
  name: `security ${name}`,
  ok,
  needed: false,
  message: ok ? success : failure,
})

/** Checks the settings that docs/operations/hardening.md recommends. Messages contain no values, because values may be secrets. */
export function hardeningChecks(env: Env): Check[] {
  return [
    addressCheck(env),
    secretCheck(env),
    administratorCheck(env),
    busCheck(env),
    databaseCheck(env),
    storeCheck(env),
    operationsPortCheck(env),
    logLevelCheck(env),
  ]
}

function addressCheck({ DAYMARK_PUBLIC_URL: url }: Env): Check {
  const ok = isSameMachine(url) || url?.startsWith('https://') === true
  return securityCheck(
    'address',
    ok,
    isSameMachine(url) ? 'this machine only' : 'https',
    'DAYMARK_PUBLIC_URL is not https',
  )
}

const MIN_DISTINCT_CHARACTERS = 12
function secretCheck(env: Env): Check {
  const value = readSetting('DAYMARK_SECRET', env) ?? ''
  const isRandom = new Set(value).size >= MIN_DISTINCT_CHARACTERS && !/example|change|secret|password/i.test(value)
  return securityCheck(
    'secret',
    isRandom,
    'looks random',
    'DAYMARK_SECRET does not look random. Create one with openssl rand -hex 32',
  )
}

const administratorCheck = (env: Env): Check =>
  securityCheck(
    'administrator',
    !env['DAYMARK_ADMIN_PASSWORD'],
    'no password in the environment',
    'unset DAYMARK_ADMIN_PASSWORD after the first sign-in',
  )

function busCheck(env: Env): Check {
  const urls = (env['DAYMARK_NATS_URL'] ?? '').split(',').filter(Boolean)
  const isKnown =
    ['NKEY', 'CREDS', 'USER', 'TOKEN'].some(name => isSettingSet(`DAYMARK_NATS_${name}`, env)) ||
    urls.some(url => url.includes('@'))
  const isClosed = urls.every(url => isSameMachine(url) || url.startsWith('tls://'))
  const success = urls.length ? 'requires authentication' : 'in this process'
  const failure = isKnown
    ? 'DAYMARK_NATS_URL uses the network without tls://'
    : 'nats-server accepts unauthenticated connections. Run daymark nats config'
  return securityCheck('bus', !urls.length || (isKnown && isClosed), success, failure)
}

function databaseCheck(env: Env): Check {
  const url = readSetting('DAYMARK_DATABASE_URL', env)
  // the other values of sslmode do not verify the certificate or the host name in it
  const isClosed = /[?&]sslmode=verify-full\b/.test(url ?? '')
  return securityCheck(
    'database',
    isSameMachine(url) || isClosed,
    isClosed ? 'encrypted' : 'on this machine',
    'DAYMARK_DATABASE_URL has no sslmode=verify-full',
  )
}

function storeCheck({ DAYMARK_STORAGE_DRIVER: driver, DAYMARK_STORAGE_ENDPOINT: url }: Env): Check {
  if (driver !== 's3') return securityCheck('store', true, 'a folder', '')
  const ok = isSameMachine(url) || url?.startsWith('https://') === true
  return securityCheck('store', ok, 'encrypted connection', 'DAYMARK_STORAGE_ENDPOINT is not https')
}

function operationsPortCheck({ DAYMARK_OPS_PORT: port, DAYMARK_OPS_HOST: host = '127.0.0.1' }: Env): Check {
  const isOpen = Boolean(port) && !LOOPBACK_HOSTS.has(host)
  return securityCheck(
    'operations port',
    !isOpen,
    'not reachable from the network',
    `DAYMARK_OPS_HOST listens on the network. Do not expose port ${port} to the internet`,
  )
}

const logLevelCheck = ({ DAYMARK_LOG_LEVEL: level = 'info' }: Env): Check =>
  securityCheck(
    'log',
    !['debug', 'trace'].includes(level),
    'level is appropriate',
    'DAYMARK_LOG_LEVEL is more verbose than needed',
  )

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])
/** If the database is reached over a Unix socket, the host in the URL is the escaped path of the socket. */
const ESCAPED_SLASH = '%2F'

function isSameMachine(url: string | undefined): boolean {
  const parsed = url && URL.canParse(url) ? new URL(url) : undefined
  return (
    url === undefined ||
    (parsed !== undefined && (LOOPBACK_HOSTS.has(parsed.hostname) || parsed.hostname.startsWith(ESCAPED_SLASH)))
  )
}
