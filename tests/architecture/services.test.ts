import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contracts from '@daymark/contracts'

const root = join(import.meta.dirname, '../..')
const files = globSync('apps/*/src/**/*.ts', { cwd: root })
  .filter(path => !path.startsWith('apps/web/') && !path.endsWith('.test.ts'))
  .map(path => ({ path, service: path.split('/')[1] ?? '', source: readFileSync(join(root, path), 'utf8') }))

type Contract = { kind: 'event' | 'rpc'; name: string }
const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'kind' in value && (value.kind === 'event' || value.kind === 'rpc')

const events = Object.entries(contracts).flatMap(([name, value]) =>
  isContract(value) && value.kind === 'event' ? [{ identifier: name, owner: value.name.split('.')[0] }] : [],
)
const rpcRoutes = Object.entries(contracts).flatMap(([group, value]) =>
  // handled by the service kit
  typeof value === 'object' && !isContract(value) && !['ready', 'operation', 'resourceVersions'].includes(group)
    ? Object.entries(value)
        .filter((entry): entry is [string, Contract] => isContract(entry[1]))
        .map(([name, one]) => ({ identifier: `${group}.${name}`, owner: one.name.split('.')[0] }))
    : [],
)

/** Services with naming conventions for files. */
const ownFiles = files.filter(({ service }) =>
  ['admin', 'billing', 'developer', 'identity', 'library', 'media', 'sharing'].includes(service),
)
const using = (pattern: RegExp) => files.filter(file => pattern.test(file.source))

/** Whether a file that emits also uses this event, other than in imports, subscriptions and types. Some choose the event from a table. */
function emits(source: string, identifier: string): boolean {
  const rest = source.replaceAll(/^import [^']*'[^']*'|@On\(\s*\w+|\btypeof \w+/gm, '')
  return /\bemit\(/.test(rest) && new RegExp(`\\b${identifier}\\b`).test(rest)
}

describe('services', () => {
  it('every injectable class is injected or listed: otherwise it is never created', () => {
    const sources = files.map(({ source }) => source).join('\n')
    const names = [...sources.matchAll(/^@Injectable\(\)\nexport class (\w+)/gm)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(100)
    expect(names.filter(name => (sources.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length < 2)).toEqual([])
  })

  it.each(events)('$identifier is emitted only by its owner', ({ identifier, owner }) => {
    const emitters = files.filter(({ source }) => emits(source, identifier)).map(file => file.service)
    // The service kit emits events about the dead letters of each service.
    const kit = identifier.endsWith('Audited') ? [owner] : []
    expect([...new Set([...emitters, ...kit])]).toEqual([owner])
  })

  it.each(rpcRoutes)('$identifier is handled once, by its owner', ({ identifier, owner }) => {
    const handles = new RegExp(`@Handles\\(\\s*${identifier.replace('.', '\\.')}\\s*[,)]`, 'g')
    const handlers = files.flatMap(({ source, service }) => [...source.matchAll(handles)].map(() => service))
    expect(handlers).toEqual([owner])
  })

  it.each([
    ['RpcHandlers', '.handler(s).ts'],
    ['On', '.subscriber(s).ts'],
    ['(?:Every|Runs)', '.job(s).ts'],
  ])('classes with @%s are in files named *%s, and each of these files has one', (decorator, ending) => {
    const name = new RegExp(ending.replaceAll('.', '\\.').replace('(s)', 's?') + '$')
    const named = ownFiles.filter(({ path }) => name.test(path)).map(({ path }) => path)
    const decorated = ownFiles.filter(file => new RegExp(`^@${decorator}\\(`, 'm').test(file.source))
    expect(named.length).toBeGreaterThan(0)
    expect(named).toEqual(decorated.map(file => file.path))
  })

  it('every class with @Handles methods has @RpcHandlers: otherwise they are never called', () => {
    const classes = files.flatMap(({ source }) => [...source.matchAll(/^(@.*\n)*(?:export )?class (\w+)[^]*?^}/gm)])
    const handlers = classes.filter(([text]) => /^ +@Handles\(/m.test(text))
    expect(handlers.length).toBeGreaterThan(50)
    expect(handlers.filter(([text]) => !text.startsWith('@RpcHandlers()\n')).map(([, , name]) => name)).toEqual([])
  })

  it('call no other service, except gateway and admin, and identity when it sends a mail', () => {
    const callers = using(/\bRpcClient\b|callsOthers/).map(file => file.service)
    expect([...new Set(callers)].toSorted()).toEqual(['admin', 'gateway', 'identity'])
  })

  it('load password hashing only where passwords are stored', () => {
    const hashing = using(/@daymark\/platform\/passwords/).map(file => file.service)
    expect([...new Set(hashing)].toSorted()).toEqual(['identity', 'sharing'])
  })

  it('read the environment only through their configuration', () => {
    expect(using(/process\.env\b/).map(file => file.path)).toEqual([])
  })
})
