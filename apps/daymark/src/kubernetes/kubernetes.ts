import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, processEnv } from '@daymark/platform'
import { UsageError } from '../services.ts'
import { type Content, makeSecrets, type Secrets, usage } from './secrets.ts'

/** The mounted token and namespace of this pod; NODE_EXTRA_CA_CERTS names the CA certificate in the same folder. */
const FOLDER = '/run/secrets/kubernetes'
const TIMEOUT_MS = 20_000

/** `secrets`: creates the secrets of an installation that the values of the chart do not name. */
export async function kubernetes([verb, ...words]: string[]): Promise<void> {
  if (verb !== 'secrets') throw new UsageError(usage)
  await makeSecrets(words, secretsOfNamespace(processEnv()), line => console.log(line))
}

/** The secrets in the namespace of this pod. */
function secretsOfNamespace(env: Env): Secrets {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = env
  if (!host) throw new UsageError('This command runs in a Kubernetes pod that the chart starts.')
  const file = (name: string) => readFileSync(join(FOLDER, name), 'utf8').trim()
  const base = `https://${host.includes(':') ? `[${host}]` : host}:${port}/api/v1/namespaces/${file('namespace')}/secrets`
  const ask = async (method: string, path: string, body?: object, type = 'application/json'): Promise<Response> =>
    fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${file('token')}`, 'content-type': type },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  return {
    async create(name, content) {
      const metadata = { name, labels: { 'app.kubernetes.io/managed-by': 'daymark' } }
      const answer = await ask('POST', '', { metadata, type: 'Opaque', stringData: content })
      if (answer.status === 409) return false
      await expectOk(answer, `create the secret ${name}`)
      return true
    },
    async read(name) {
      const answer = await expectOk(await ask('GET', `/${name}`), `read the secret ${name}`)
      const { data = {} } = (await answer.json()) as { data?: Content }
      return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, decoded(value)]))
    },
    async add(name, content) {
      const answer = await ask('PATCH', `/${name}`, { stringData: content }, 'application/merge-patch+json')
      await expectOk(answer, `update the secret ${name}`)
    },
  }
}

const decoded = (value: string): string => Buffer.from(value, 'base64').toString('utf8')

async function expectOk(answer: Response, action: string): Promise<Response> {
  if (answer.ok) return answer
  throw new UsageError(`Kubernetes could not ${action}: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
}
