import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'

type Service = {
  image: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  mem_limit?: string
  pids_limit?: number
  ports?: string[]
  profiles?: string[]
  environment?: Record<string, string>
  networks?: string[]
  volumes?: (string | object)[]
  healthcheck?: object
}
type File = { services: Record<string, Service>; networks: Record<string, { internal?: boolean } | null> }

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const text = read('docker-compose.yml')
const file = parse(text, { merge: true }) as File
const services = Object.entries(file.services)

describe('docker-compose.yml', () => {
  it.each(services)('%s is restricted: read-only root, no capabilities, limits, pinned image', (_, service) => {
    expect([service.read_only, service.cap_drop]).toEqual([true, ['ALL']])
    expect(service.security_opt).toContain('no-new-privileges:true')
    expect([service.mem_limit, service.pids_limit]).not.toContain(undefined)
    expect(service.image).toMatch(/^daymark\/(server|web):\$\{DAYMARK_VERSION:-latest\}$|^[\w./-]+:v?\d[\w.-]*$/)
    for (const one of service.volumes ?? []) {
      const [from = ''] = typeof one === 'string' ? one.split(':') : []
      expect([from, !from.startsWith('.') || existsSync(join(root, from))]).toEqual([from, true])
    }
  })

  it('publishes only the ports of entry points', () => {
    const open = services.filter(([, service]) => service.ports)
    expect(open.map(([name]) => name).toSorted()).toEqual(['caddy', 'grafana', 'single', 'web'])
    for (const name of ['postgres', 'nats', 's3', 'library', 'media', 'admin', 'gateway'])
      for (const network of file.services[name]?.networks ?? [])
        expect([name, network, file.networks[network]?.internal]).toEqual([name, network, true])
    expect(file.services['gateway']?.networks).not.toContain('database')
  })

  it('L-MKT-11 services that read or write photos and backups have the encryption keys', () => {
    const keeping = services.filter(([, { environment }]) => 'DAYMARK_ENCRYPTION_KEYS' in (environment ?? {}))
    expect(keeping.map(([name]) => name).toSorted()).toEqual(['admin', 'gateway', 'media', 'single'])
  })

  it.each(['folder', 's3', 'offsite'])('backups.%s.yml changes only media and admin', name => {
    const { services: own } = parse(read(`deploy/compose/backups.${name}.yml`), { merge: true }) as File
    expect(Object.keys(own)).toEqual(['media', 'admin', 'single'])
    const known = read('docs/configuration.md')
    for (const { environment = {}, networks, volumes } of [own['media'], own['admin']].filter(one => !!one)) {
      expect(Object.keys(environment).filter(key => !known.includes(`\`${key}\``))).toEqual([])
      // Only remote destinations need the outside network.
      expect([networks, volumes?.length]).toEqual(name === 'folder' ? [undefined, 1] : [['outside'], undefined])
    }
  })

  it('has the data sources that its dashboards use', () => {
    const uids = (path: string) => [...read(path).matchAll(/uid: (\S+)/g)].map(([, uid]) => uid)
    expect(uids('deploy/compose/datasources.yaml')).toEqual(uids('deploy/grafana/provisioning/datasources.yaml'))
    const targets = [...read('deploy/compose/prometheus.yml').matchAll(/- (\w+):9464/g)].map(([, name = '']) => name)
    expect(targets.filter(name => !file.services[name])).toEqual([])
    expect(targets).toHaveLength(8)
  })
})

describe('deploy/compose/env.mjs', () => {
  it('writes all required settings with strong secrets, readable only by the owner, and never overwrites them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'daymark-env-'))
    try {
      const make = (...words: string[]) => {
        const env = { ...process.env, DAYMARK_ENV_FOLDER: folder }
        return spawnSync(process.execPath, [join(root, 'deploy/compose/env.mjs'), ...words], { env, encoding: 'utf8' })
      }
      expect(make('photos.example.com').status).toBe(1)
      expect(make('https://photos.example.com').status).toBe(0)
      const made = readFileSync(join(folder, '.env'), 'utf8')
      const settings = new Map([...made.matchAll(/^(\w+)=(.+)$/gm)].map(([, name, value = '']) => [name, value]))
      const needed = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
      expect(needed.filter(name => !settings.get(name))).toEqual([])
      for (const [, files = ''] of made.matchAll(/COMPOSE_FILE=(.+)$/gm))
        for (const path of files.split(':')) expect([path, existsSync(join(root, path))]).toEqual([path, true])
      const secrets = ['DAYMARK_SECRET', 'POSTGRES_PASSWORD', 'S3_ROOT_SECRET_KEY', 'S3_SECRET_KEY']
      const values = secrets.map(name => settings.get(name) ?? '')
      expect(new Set(values).size).toBe(secrets.length)
      for (const value of values) expect(value.length).toBeGreaterThanOrEqual(32)
      expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600)
      const again = make('https://photos.example.com')
      expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('Nothing was changed')])
      expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(made)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
