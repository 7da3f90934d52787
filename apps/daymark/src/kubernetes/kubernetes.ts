import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, processEnv } from '@daymark/platform'
import { UsageError } from '../services.ts'
import { type SecretData, createMissingSecrets, type SecretStore, SECRETS_USAGE } from './secrets.ts'

/** Kubernetes mounts the token and the namespace of this pod here. NODE_EXTRA_CA_CERTS names the CA certificate in the same folder. */
const SERVICE_ACCOUNT_FOLDER = '/run/secrets/kubernetes'
const REQUEST_TIMEOUT_MS = 20_000

/** Runs `daymark kubernetes secrets`, which creates the secrets of an installation unless the values of the chart name existing ones. */
export async function runKubernetesCommand([subcommand, ...args]: string[]): Promise<void> {
  if (subcommand !== 'secrets') throw new UsageError(SECRETS_USAGE)
  await createMissingSecrets(args, openSecretStore(processEnv()), line => console.log(line))
}

/** Gives access to the secrets in the namespace of this pod through the Kubernetes API. */
function openSecretStore(env: Env): SecretStore {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = env
  if (!host) throw new UsageError('This command runs in a Kubernetes pod that the chart starts.')
  const readServiceAccountFile = (name: string) => readFileSync(join(SERVICE_ACCOUNT_FOLDER, name), 'utf8').trim()
  const base = `https://${host.includes(':') ? `[${host}]` : host}:${port}/api/v1/namespaces/${readServiceAccountFile('namespace')}/secrets`
  const sendRequest = async (
    method: string,
    path: string,
    body?: object,
    type = 'application/json',
  ): Promise<Response> =>
    fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${readServiceAccountFile('token')}`, 'content-type': type },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
  return {
    async create(name, content) {
      const metadata = { name, labels: { 'app.kubernetes.io/managed-by': 'daymark' } }
      const response = await sendRequest('POST', '', { metadata, type: 'Opaque', stringData: content })
      if (response.status === 409) return false
      await expectOk(response, `create the secret ${name}`)
      return true
    },
    async read(name) {
      const response = await expectOk(await sendRequest('GET', `/${name}`), `read the secret ${name}`)
      const { data = {} } = (await response.json()) as { data?: SecretData }
      return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, decodeBase64(value)]))
    },
    async add(name, content) {
      const response = await sendRequest('PATCH', `/${name}`, { stringData: content }, 'application/merge-patch+json')
      await expectOk(response, `update the secret ${name}`)
    },
  }
}

const decodeBase64 = (value: string): string => Buffer.from(value, 'base64').toString('utf8')

async function expectOk(response: Response, action: string): Promise<Response> {
  if (response.ok) return response
  throw new UsageError(`Kubernetes could not ${action}: ${response.status} ${(await response.text()).slice(0, 300)}`)
}
