import { type Check, type Env, isSet, valueOf } from '@daymark/platform'

/** A check that only warns, because a laptop may fail it. */
const advisory = (name: string, ok: boolean, says: string, otherwise: string): Check => ({
  name: `security ${name}`,
  ok,
  needed: false,
  says: ok ? says : otherwise,
})

/** The items of docs/operations/hardening.md that can be checked by settings. Values are not printed, because they may be secrets. */
export function hardening(env: Env): Check[] {
  return [address(env), secret(env), administrator(env), bus(env), database(env), store(env), operations(env), log(env)]
}

function address({ DAYMARK_PUBLIC_URL: url }: Env): Check {
  const ok = isSameMachine(url) || url?.startsWith('https://') === true
  return advisory('address', ok, isSameMachine(url) ? 'this machine only' : 'https', 'DAYMARK_PUBLIC_URL is not https')
}

const FEW_CHARACTERS = 12
function secret(env: Env): Check {
  const value = valueOf('DAYMARK_SECRET', env) ?? ''
  const isMade = new Set(value).size >= FEW_CHARACTERS && !/example|change|secret|password/i.test(value)
  return advisory(
    'secret',
    isMade,
    'looks random',
    'DAYMARK_SECRET does not look random. Create one with openssl rand -hex 32',
  )
}

const administrator = (env: Env): Check =>
  advisory(
    'administrator',
    !env['DAYMARK_ADMIN_PASSWORD'],
    'no password in the environment',
    'unset DAYMARK_ADMIN_PASSWORD after the first sign-in',
  )

function bus(env: Env): Check {
  const urls = (env['DAYMARK_NATS_URL'] ?? '').split(',').filter(Boolean)
  const isKnown =
    ['NKEY', 'CREDS', 'USER', 'TOKEN'].some(name => isSet(`DAYMARK_NATS_${name}`, env)) ||
    urls.some(url => url.includes('@'))
  const isClosed = urls.every(url => isSameMachine(url) || url.startsWith('tls://'))
  const says = urls.length ? 'requires authentication' : 'in this process'
  const reason = isKnown
    ? 'DAYMARK_NATS_URL uses the network without tls://'
    : 'nats-server accepts unauthenticated connections. Run daymark nats config'
  return advisory('bus', !urls.length || (isKnown && isClosed), says, reason)
}

function database(env: Env): Check {
  const url = valueOf('DAYMARK_DATABASE_URL', env)
  // other modes do not verify the certificate or its name
  const isClosed = /[?&]sslmode=verify-full\b/.test(url ?? '')
  return advisory(
    'database',
    isSameMachine(url) || isClosed,
    isClosed ? 'encrypted' : 'on this machine',
    'DAYMARK_DATABASE_URL has no sslmode=verify-full',
  )
}

function store({ DAYMARK_STORAGE_DRIVER: driver, DAYMARK_STORAGE_ENDPOINT: url }: Env): Check {
  if (driver !== 's3') return advisory('store', true, 'a folder', '')
  const ok = isSameMachine(url) || url?.startsWith('https://') === true
  return advisory('store', ok, 'encrypted connection', 'DAYMARK_STORAGE_ENDPOINT is not https')
}

function operations({ DAYMARK_OPS_PORT: port, DAYMARK_OPS_HOST: host = '127.0.0.1' }: Env): Check {
  const isOpen = Boolean(port) && !LOOPBACK.has(host)
  return advisory(
    'operations port',
    !isOpen,
    'not reachable from the network',
    `DAYMARK_OPS_HOST listens on the network. Do not expose port ${port} to the internet`,
  )
}

const log = ({ DAYMARK_LOG_LEVEL: level = 'info' }: Env): Check =>
  advisory(
    'log',
    !['debug', 'trace'].includes(level),
    'level is appropriate',
    'DAYMARK_LOG_LEVEL is more verbose than needed',
  )

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])
/** The host of a Unix socket is an escaped path. */
const SOCKET = '%2F'

function isSameMachine(url: string | undefined): boolean {
  const parsed = url && URL.canParse(url) ? new URL(url) : undefined
  return (
    url === undefined || (parsed !== undefined && (LOOPBACK.has(parsed.hostname) || parsed.hostname.startsWith(SOCKET)))
  )
}
