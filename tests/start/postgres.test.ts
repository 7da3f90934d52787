import { spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgres } from '../../deploy/local/postgres.mjs'
import { readCommand, waitUntilEnded } from '../../deploy/local/processes.mjs'

type Postgres = Awaited<ReturnType<typeof startPostgres>>

const running: Postgres[] = []
const sockets: string[] = []
let folder: string
const dir = () => join(folder, 'postgres')
const pidFile = () => join(dir(), 'postmaster.pid')

async function start(port?: number): Promise<Postgres> {
  const postgres = await startPostgres({ dir: dir(), password: 'p:ss/word', port })
  running.push(postgres)
  return postgres
}

async function startPrivate(socket?: string): Promise<Postgres> {
  const postgres = await startPostgres({ dir: dir(), password: 'p:ss/word', isPrivate: true, socket })
  running.push(postgres)
  return postgres
}

async function query(postgres: Postgres, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: postgres.url('daymark') })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function killAndWait(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await waitUntilEnded(pid, 5_000)
}

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'daymark-start-'))))
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop()
  for (const path of [folder, ...sockets.splice(0)]) rmSync(path, { recursive: true, force: true })
})

describe('embedded Postgres', () => {
  it('keeps its data and port between starts', async () => {
    const first = await start()
    expect(first.created).toBe(true)
    await query(first, 'create table kept as select 7 as n')
    await first.stop()
    expect(readCommand(first.pid)).toBe('')
    const second = await start(first.port)
    expect(second).toMatchObject({ created: false, adopted: false, port: first.port })
    expect(await query(second, 'select n from kept')).toEqual([{ n: 7 }])
  })

  it('syncs commits to disk, listens on this machine only and requires the password', async () => {
    const postgres = await start()
    expect(await query(postgres, 'show fsync')).toEqual([{ fsync: 'on' }])
    expect(await query(postgres, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
    expect(await query(postgres, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
    const wrong = new Client({ connectionString: postgres.url('daymark').replace('p%3Ass', 'wrong') })
    await expect(wrong.connect()).rejects.toThrow(/password authentication failed/)
    expect(statSync(dir()).mode & 0o777).toBe(0o700)
  })

  it('listens only on a socket in its data folder, so that no other program can replace it while it is down', async () => {
    const first = await startPrivate()
    expect(first.socket).toBe(realpathSync(dir()))
    expect(await query(first, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    expect(statSync(first.socket).mode & 0o777).toBe(0o700)
    await killAndWait(first.pid)
    // A pid that another program has by now.
    writeFileSync(join(first.socket, '.s.PGSQL.5432.lock'), `${process.pid}\n`)
    const second = await startPrivate(first.socket)
    expect(second.url('daymark')).toBe(first.url('daymark'))
    expect(await query(second, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  it('ends a server of an older release on a port, and uses its data on the socket', async () => {
    const first = await start()
    await query(first, 'create table kept as select 7 as n')
    const second = await startPrivate()
    expect(second).toMatchObject({ created: false, adopted: false })
    expect(readCommand(first.pid)).toBe('')
    expect(await query(second, 'select n from kept')).toEqual([{ n: 7 }])
  })

  it('uses a private temporary folder when its own path is too long for a socket', async () => {
    folder = join(folder, 'a'.repeat(60), 'b'.repeat(60))
    const first = await startPrivate()
    expect(first.socket).toMatch(/\/daymark-[^/]+$/)
    expect(await query(first, 'select 1 as n')).toEqual([{ n: 1 }])
    await first.stop()
    const second = await startPrivate(first.socket)
    expect(second.socket).toBe(first.socket)
    await second.stop()
    chmodSync(first.socket, 0o777)
    const third = await startPrivate(first.socket)
    expect(third.socket).not.toBe(first.socket)
    for (const socket of [first.socket, third.socket]) sockets.push(socket)
  })

  it('takes over the server of a killed launcher', async () => {
    const first = await start()
    const second = await start()
    expect(second).toMatchObject({ adopted: true, pid: first.pid, port: first.port })
    await second.stop()
    expect(readCommand(first.pid)).toBe('')
  })

  it('recovers committed data after kill -9 of the server', async () => {
    const first = await start()
    await query(first, 'create table kept as select 7 as n')
    await killAndWait(first.pid)
    const second = await start(first.port)
    expect(second.adopted).toBe(false)
    expect(await query(second, 'select n from kept')).toEqual([{ n: 7 }])
  })

  it('ignores another process that has the pid of the killed server', async () => {
    const first = await start()
    await killAndWait(first.pid)
    const stranger = spawn('sleep', ['600'])
    const number = stranger.pid ?? 0
    try {
      const lines = readFileSync(pidFile(), 'utf8').split('\n')
      writeFileSync(pidFile(), [number, ...lines.slice(1)].join('\n'))
      const second = await start()
      expect(second.adopted).toBe(false)
      expect(readCommand(number)).toContain('sleep')
    } finally {
      stranger.kill()
    }
  })

  it('recreates the cluster when the first start was killed half-way', async () => {
    mkdirSync(`${dir()}.new`)
    writeFileSync(`${dir()}.new/PG_VERSION`, '18')
    expect(await query(await start(), 'select 1 as n')).toEqual([{ n: 1 }])
  })

  it('never removes a folder that is not empty', async () => {
    mkdirSync(dir())
    writeFileSync(join(dir(), 'base'), 'precious')
    await expect(start()).rejects.toThrow(/contains files, but no database/)
    expect(readFileSync(join(dir(), 'base'), 'utf8')).toBe('precious')
  })

  it('uses another port when its own is taken', async () => {
    const first = await start()
    await first.stop()
    const other = createServer().listen(first.port, '127.0.0.1')
    await new Promise(resolve => other.once('listening', resolve))
    try {
      const second = await start(first.port)
      expect(second.port).not.toBe(first.port)
      expect(await query(second, 'select 1 as n')).toEqual([{ n: 1 }])
    } finally {
      other.close()
    }
  })

  it('reports in one sentence why it cannot start', async () => {
    const postgres = await start()
    await postgres.stop()
    appendFileSync(join(dir(), 'postgresql.conf'), '\nno_such_setting = 1\n')
    await expect(start()).rejects.toThrow(/^Postgres did not start: .+/)
  })
})
