import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { confine, type Confinement, UNCONFINED } from '../src/service/pool/confinement.ts'
import { DecoderPool } from '../src/service/pool/pool.ts'
import type { Job } from '../src/shared/messages.ts'
import { readDecoderFile } from '../src/service/files/decoder-files.ts'
import { WorkFolders } from '../src/service/files/work-folders.ts'

const base = mkdtempSync(join(tmpdir(), 'daymark-confinement-'))
chmodSync(base, 0o755)
const secret = join(base, 'secret')
const folders = new WorkFolders(join(base, 'work'))
const path = process.env.PATH ?? ''
let confinement: Confinement
let pool: DecoderPool
let server: Server
let port = 0
const startPool = (confinement: Confinement): DecoderPool =>
  new DecoderPool({
    confinement,
    size: 1,
    jobsPerProcess: 100,
    recycleAboveBytes: 1e10,
    idleMs: 60_000,
    jobTimeoutMs: 20_000,
    program: new URL('./hostile-child.mjs', import.meta.url),
    env: { PATH: path },
    settings: { tools: { perl: null, dcraw: null, prlimit: null }, memoryLimitBytes: 1e10 },
  })
beforeAll(async () => {
  // all users may read this file, so it is protected only if the decoder cannot see it
  writeFileSync(secret, 'the database password', { mode: 0o644 })
  await folders.prepare()
  confinement = await confine({ path, work: folders.path, root: folders.mountPoint, uid: 64_999 })
  folders.uid = confinement.uid
  server = createServer(socket => socket.end())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  pool = startPool(confinement)
})
afterAll(() => {
  pool.close()
  server.close()
  rmSync(base, { recursive: true, force: true })
})

type Report = { got?: string; refused?: string }
async function runAttack(type: string, argument: unknown = '', targetPool = pool): Promise<Report> {
  const outcome = await targetPool.run({ type, path: String(argument), folder: '' } as unknown as Job)
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
  return outcome.photo as unknown as Report
}
const refused = { refused: expect.any(String) }
/** Returns false and prints a warning if the kernel does not support the confinement. */
const isConfined = (): boolean => {
  if (confinement.description.includes('no files but its own')) return true
  console.warn(`SKIPPED: decoders cannot be confined on this machine, they run ${confinement.description}`)
  return false
}

describe('a decoder that a photo has compromised', () => {
  it('finds no secret in its own environment or that of the server', async () => {
    process.env['DAYMARK_TEST_SECRET'] = 'secret'
    expect(
      Object.keys(JSON.parse((await runAttack('own')).got ?? '') as object).filter(name => /DAYMARK/.test(name)),
    ).toEqual([])
    if (confinement === UNCONFINED) return void isConfined()
    expect(await runAttack('environment')).toEqual(refused)
  })

  it('cannot read secrets, the store or password files', async () => {
    if (!isConfined()) return
    for (const file of [
      secret,
      '/etc/passwd',
      '/etc/shadow',
      `/proc/${process.pid}/root/etc/passwd`,
      `/proc/1/environ`,
    ])
      expect([file, await runAttack('read', file)]).toEqual([file, refused])
    for (const folder of ['/home', '/root', '/var', '/run'])
      expect([folder, await runAttack('list', folder)]).toEqual([folder, refused])
    // the parent folders of the work folder exist, but contain nothing else
    expect(await runAttack('list', base)).toEqual({ got: 'work' })
    expect(await runAttack('list', join(base, 'work/..'))).toEqual({ got: 'work' })
    expect(await runAttack('root', process.pid)).toEqual(refused)
    expect(await runAttack('perlRead', secret)).toEqual(refused)
  })

  it('cannot write anywhere but to its work folder', async () => {
    if (!isConfined()) return
    const child = new URL('./hostile-child.mjs', import.meta.url).pathname
    const before = readFileSync(child, 'utf8')
    for (const file of [child, '/usr/bin/made', '/made', join(base, 'made'), '/proc/sys/kernel/hostname'])
      expect([file, await runAttack('write', file)]).toEqual([file, refused])
    expect(readFileSync(child, 'utf8')).toBe(before)
    await folders.withFolder(async folder =>
      expect(await runAttack('write', join(folder, 'made'))).toEqual({ got: 'written' }),
    )
  })

  it('has no network access, and its child processes have none either', async () => {
    if (confinement === UNCONFINED || !confinement.description.includes('no network')) return void isConfined()
    expect(await runAttack('network', port)).toEqual(refused)
    expect(await runAttack('perlNetwork', port)).toEqual(refused)
  })

  it('runs as another user if the server is root, and cannot signal its processes', async () => {
    if (process.getuid?.() !== 0 || confinement === UNCONFINED) return void isConfined()
    expect(await runAttack('uid')).toEqual({ got: '64999' })
    expect(await runAttack('kill', process.pid)).toEqual(refused)
  })

  it('cannot make the server read a forbidden file for it', async () => {
    await folders.withFolder(async folder => {
      symlinkSync(secret, join(folder, 'sm.jpg'))
      await expect(readDecoderFile(folder, 'sm')).rejects.toThrow(/ELOOP/)
      spawnSync('mkfifo', [join(folder, 'md.jpg')])
      await expect(readDecoderFile(folder, 'md')).rejects.toThrow('md.jpg is not a regular file')
      await expect(readDecoderFile(folder, '../secret' as never)).rejects.toThrow('unexpected file from a decoder')
    })
  })
})

it('the same attacks succeed without confinement', async () => {
  const open = startPool(UNCONFINED)
  try {
    expect(await runAttack('read', secret, open)).toEqual({ got: 'the database password' })
    expect(await runAttack('perlRead', secret, open)).toEqual({ got: 'the database password' })
    for (const way of ['network', 'perlNetwork']) expect(await runAttack(way, port, open)).toEqual({ got: 'connected' })
    expect(await runAttack('root', process.pid, open)).toEqual({ got: expect.stringContaining('passwd') })
  } finally {
    open.close()
  }
})

it('decoders are reported as not confined if the required programs are not installed', async () => {
  expect(await confine({ path: '/nowhere', work: folders.path, root: folders.mountPoint, uid: 64_999 })).toBe(
    UNCONFINED,
  )
})
