import { Visitor } from '@daymark/testing/outside'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { isPortInUse } from '../../deploy/local/ports.mjs'
import { pollUntilTruthy } from '../../deploy/local/processes.mjs'
import { waitUntilHealthy } from '../support/waiting.ts'
import { Launcher } from './launcher.ts'

const root = join(import.meta.dirname, '../..')
const MARK = 'only-for-those-who-own-the-folder'

type Answer = { status: number; body: string }

describe('npm run dev', () => {
  // In a folder that the development server may serve, so that only a refusal of the data folder protects it.
  const launcher = new Launcher({ script: 'dev.mjs', parentDir: join(root, 'node_modules/.cache') })
  const { dataDir } = launcher

  /** Sends the path exactly as given, without normalization. */
  const ask = (path: string) =>
    new Promise<Answer>((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port: launcher.port, path, agent: false }, response => {
        let body = ''
        response.setEncoding('utf8').on('data', (text: string) => (body += text))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      })
      asked.on('error', reject).end()
    })

  beforeAll(async () => {
    await launcher.start({ HOST: '0.0.0.0', DAYMARK_ADMIN_PASSWORD: MARK })
    await launcher.ready(120_000)
    const isServing = () =>
      ask('/src/main.tsx').then(
        ({ status }) => status === 200,
        () => false,
      )
    if (!(await pollUntilTruthy(isServing, 60_000, 100))) throw new Error(`not serving: ${launcher.output}`)
    writeFileSync(join(dataDir, 'note.txt'), MARK)
    writeFileSync(join(dataDir, 'note.svg'), `<svg>${MARK}</svg>`)
  })
  afterAll(() => launcher.clean())

  it('serves the page and its sources', async () => {
    for (const path of ['/', '/src/main.tsx', `/@fs${root}/libs/contracts/src/index.ts`, '/@vite/client'])
      expect([path, (await ask(path)).status]).toEqual([path, 200])
    await waitUntilHealthy(new Visitor(launcher.url), '/api/health')
  })

  it('never serves the data folder, the log, or other files of project and machine, in any spelling', async () => {
    const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>
    const marks = [
      MARK,
      secrets['secret'],
      secrets['databasePassword'],
      'root:x:0',
      'DAYMARK_DEV_GATEWAY=',
      '"http.request"',
      '"launcher":{',
      'listening on IPv4',
      '# Daymark',
      'installs, builds, starts Postgres',
    ]
    const files = [
      ...['secrets.json', 'note.txt', 'note.svg', 'daymark.log', 'run.json', 'postgres.log'].map(name =>
        join(dataDir, name),
      ),
      join(root, 'README.md'),
      join(root, 'deploy/local/start.mjs'),
      '/etc/passwd',
      '/proc/self/environ',
    ]
    const leaks = async (path: string) => {
      const { body } = await ask(path).catch(() => ({ body: '' })) // a closed connection counts as a refusal
      return marks.some(mark => mark && body.includes(mark)) || body.includes('databasePassword') ? [path] : []
    }
    const seen: string[] = []
    for (const file of files) seen.push(...(await Promise.all(spellings(file).map(leaks))).flat())
    expect(seen).toEqual([])
  })

  it('ignores HOST, listens on this machine only, and prints that', async () => {
    expect(await isPortInUse(launcher.port, '127.0.0.1')).toBe(true)
    // Not reachable at a second local address.
    expect(await isPortInUse(launcher.port, '127.0.0.2')).toBe(false)
    expect(launcher.output).toContain('npm run dev listens on this machine only')
  })
})

const QUERIES = [
  '',
  '?raw',
  '?url',
  '?inline',
  '?import',
  '?import&raw',
  '?raw??',
  '?import&raw??',
  '?raw&url',
  '?worker',
  '?.svg?.wasm?init',
  '?t=1',
  '?html-proxy&index=0.js',
  '?direct',
  '#x',
  '%00',
  '%23/../',
]

function spellings(file: string): string[] {
  const fromWeb = '../'.repeat(10) + file.slice(1)
  const encoded = encodeURIComponent(file)
  const paths = [
    `/@fs${file}`,
    `/@fs/${file}`,
    `/@fs/./${file}`,
    `/@fs/${encoded}`,
    `/@fs${file.replaceAll('/', '%2f')}`,
    `/@fs${file.replaceAll('.', '%2e')}`,
    `/@fs${root}/node_modules/../../../../../../../../../..${file}`,
    `/@fs${root}/apps/web/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e${file}`,
    `/@fs${file.toUpperCase()}`,
    `/@FS${file}`,
    `/%40fs${file}`,
    `/@id${file}`,
    `/@id/${file}`,
    `/@id/__x00__${file}`,
    `/${fromWeb}`,
    `/${fromWeb.replaceAll('../', '..%2f')}`,
    `/${fromWeb.replaceAll('..', '%2e%2e')}`,
    `/${fromWeb.replaceAll('/', '\\')}`,
    `/src/${fromWeb}`,
    `//${fromWeb}`,
    file,
    file.replace(root, ''),
    `/@fs${file}/`,
    `/@fs${file}%20`,
    `/@fs/${file}::$DATA`,
  ]
  return paths.flatMap(path => QUERIES.map(query => path + query))
}
