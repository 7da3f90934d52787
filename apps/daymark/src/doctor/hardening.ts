import { type Check, type Env, isSettingSet, readSetting } from '@daymark/platform'

/**
 * Creates a check whose failure does not change the exit code, because an installation on a laptop does not need every security setting.
 */
const toSecurityCheck = (name: string, ok: boolean, success: string, failure: string): Check => ({
  name: `security ${name}`,
  ok,
  needed: false,
  message: ok ? success : failure,
})

/** Checks the settings that docs/operations/hardening.md recommends. Messages contain no values, because values may be secrets. */
export function runHardeningChecks(env: Env): Check[] {
  return [
    checkPublicUrl(env),
    checkSecret(env),
    checkAdministratorPassword(env),
    checkBus(env),
    checkDatabase(env),
    checkStore(env),
    checkOperationsPort(env),
    checkLogLevel(env),
  ]
}

function checkPublicUrl({ DAYMARK_PUBLIC_URL: url }: Env): Check {
  const ok = isSameMachine(url) || url?.startsWith('https://') === true
  return toSecurityCheck(
    'address',
    ok,
    isSameMachine(url) ? 'this machine only' : 'https',
    'DAYMARK_PUBLIC_URL is not https',
  )
}

const MIN_DISTINCT_CHARACTERS = 12
function checkSecret(env: Env): Check {
  const value = readSetting('DAYMARK_SECRET', env) ?? ''
  const isRandom = new Set(value).size >= MIN_DISTINCT_CHARACTERS && !/example|change|secret|password/i.test(value)
  return toSecurityCheck(
    'secret',
    isRandom,
    'looks random',
    'DAYMARK_SECRET does not look random. Create one with openssl rand -hex 32',
  )
}

const checkAdministratorPassword = (env: Env): Check =>
  toSecurityCheck(
    'administrator',
    !env['DAYMARK_ADMIN_PASSWORD'],
    'no password in the environment',
    'unset DAYMARK_ADMIN_PASSWORD after the first sign-in',
  )

function checkBus(env: Env): Check {
  const urls = (env['DAYMARK_NATS_URL'] ?? '').split(',').filter(Boolean)
  const isAuthenticated =
    ['NKEY', 'CREDS', 'USER', 'TOKEN'].some(name => isSettingSet(`DAYMARK_NATS_${name}`, env)) ||
    urls.some(url => url.includes('@'))
  const isEncrypted = urls.every(url => isSameMachine(url) || url.startsWith('tls://'))
  const success = urls.length ? 'requires authentication' : 'in this process'
  const failure = isAuthenticated
    ? 'DAYMARK_NATS_URL uses the network without tls://'
    : 'nats-server accepts unauthenticated connections. Run daymark nats config'
  return toSecurityCheck('bus', !urls.length || (isAuthenticated && isEncrypted), success, failure)
}

function checkDatabase(env: Env): Check {
  const url = readSetting('DAYMARK_DATABASE_URL', env)
  // the other values of sslmode do not verify the certificate or the host name in it
  const isEncrypted = /[?&]sslmode=verify-full\b/.test(url ?? '')
  return toSecurityCheck(
    'database',
    isSameMachine(url) || isEncrypted,
    isEncrypted ? 'encrypted' : 'on this machine',
    'DAYMARK_DATABASE_URL has no sslmode=verify-full',
  )
}

function checkStore({ DAYMARK_STORAGE_DRIVER: driver, DAYMARK_STORAGE_ENDPOINT: url }: Env): Check {
  if (driver !== 's3') return toSecurityCheck('store', true, 'a folder', '')
  const ok = isSameMachine(url) || url?.startsWith('https://') === true
  return toSecurityCheck('store', ok, 'encrypted connection', 'DAYMARK_STORAGE_ENDPOINT is not https')
}

function checkOperationsPort({ DAYMARK_OPS_PORT: port, DAYMARK_OPS_HOST: host = '127.0.0.1' }: Env): Check {
  const isOpen = Boolean(port) && !LOOPBACK_HOSTS.has(host)
  return toSecurityCheck(
    'operations port',
    !isOpen,
    'not reachable from the network',
    `DAYMARK_OPS_HOST listens on the network. Do not expose port ${port} to the internet`,
  )
}

const checkLogLevel = ({ DAYMARK_LOG_LEVEL: level = 'info' }: Env): Check =>
  toSecurityCheck(
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
