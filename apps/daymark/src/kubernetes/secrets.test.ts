import { type SecretData, createMissingSecrets, type SecretStore } from './secrets.ts'

/** Secrets in memory with the semantics of the Kubernetes API. */
class MemorySecrets implements SecretStore {
  readonly all: Record<string, SecretData> = {}
  async create(name: string, content: SecretData) {
    if (this.all[name]) return false
    this.all[name] = { ...content }
    return true
  }
  async read(name: string) {
    return { ...this.all[name] }
  }
  async add(name: string, content: SecretData) {
    Object.assign(this.all[name] ?? {}, content)
  }
}
const specifications = [
  'app=one-app',
  'bus=one-bus',
  'postgres=one-postgres@one-postgres',
  'store=one-store',
  'encryption=one-encryption',
]

describe('D-CARD-11 secrets of an installation on Kubernetes', () => {
  it('are created if missing, with long random values', async () => {
    const [secrets, otherSecrets] = [new MemorySecrets(), new MemorySecrets()]
    const lines: string[] = []
    await createMissingSecrets(specifications, secrets, line => lines.push(line))
    await createMissingSecrets(specifications, otherSecrets, () => {})
    expect(lines).toEqual([
      'one-app: created',
      'one-bus: created',
      'one-postgres: created',
      'one-store: created',
      'one-encryption: created',
    ])
    expect(secrets.all['one-app']?.['secret']).toMatch(/^[\w-]{43}$/)
    expect(secrets.all['one-app']?.['secret']).not.toBe(otherSecrets.all['one-app']?.['secret'])
    expect(secrets.all['one-encryption']?.['keys']).toMatch(/^first:[\w+/]{43}=$/)
    const { password, url } = secrets.all['one-postgres'] ?? {}
    expect(url).toBe(`postgres://daymark:${password}@one-postgres:5432/daymark`)
    const bus = Object.keys(secrets.all['one-bus'] ?? {})
    expect(bus).toEqual(
      expect.arrayContaining(['library.nk', 'setup.nk', 'gateway.nk', 'keys.conf', 'rpc.key', 'rpc.pub']),
    )
    expect(bus).not.toContain('permissions.conf')
  })

  it('are kept at upgrades; a new service gets a key, which is added to keys.conf', async () => {
    const secrets = new MemorySecrets()
    await createMissingSecrets(specifications, secrets, () => {})
    const before = structuredClone(secrets.all)
    const lines: string[] = []
    await createMissingSecrets(specifications, secrets, line => lines.push(line))
    expect(secrets.all).toEqual(before)
    expect(lines).toEqual(specifications.map(word => `${word.split(/[=@]/)[1]}: unchanged`))
    const bus = secrets.all['one-bus'] ?? {}
    delete bus['media.nk']
    bus['keys.conf'] = ''
    await createMissingSecrets(['bus=one-bus'], secrets, () => {})
    expect(bus['media.nk']).toMatch(/^SU/)
    expect(bus['media.nk']).not.toBe(before['one-bus']?.['media.nk'])
    expect(bus['library.nk']).toBe(before['one-bus']?.['library.nk'])
    expect(bus['keys.conf']).toContain('NKEY_MEDIA: "U')
  })

  it.each([[[]], [['app']], [['other=x']], [['postgres=x']], [['app=../x']]])(
    '%j is rejected with the usage',
    async line => {
      await expect(createMissingSecrets(line, new MemorySecrets(), () => {})).rejects.toThrow(
        'Usage: daymark kubernetes secrets',
      )
    },
  )
})
