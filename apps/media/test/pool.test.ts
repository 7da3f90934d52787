import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pollUntil } from '@daymark/testing/outside'
import type { DecoderOutcome } from '../src/service/pool/decoder.ts'
import { DecoderPool, type DecoderPoolOptions } from '../src/service/pool/pool.ts'
import type { Job } from '../src/shared/messages.ts'

const tools = { perl: null, dcraw: null, prlimit: null }
const program = new URL('./misbehaving-child.mjs', import.meta.url)
const MB = 1024 ** 2
/**
 * Time limit in milliseconds for tests in which a job exceeds it. The limit is longer than a busy machine pauses, so that quick jobs do not
 * exceed it.
 */
const JOB_TIMEOUT_MS = 6000
const folder = mkdtempSync(join(tmpdir(), 'daymark-pool-'))
afterAll(() => rmSync(folder, { recursive: true }))
const createNotePath = (): string => join(folder, randomUUID())
let pool: DecoderPool
afterEach(() => pool?.close())
const startPool = (options: Partial<DecoderPoolOptions> = {}, settings: object = {}): DecoderPool =>
  (pool = new DecoderPool({
    size: 2,
    jobsPerProcess: 100,
    recycleAboveBytes: 1000 * MB,
    idleMs: 60_000,
    jobTimeoutMs: 20_000,
    program,
    env: { PATH: process.env.PATH },
    settings: { tools, memoryLimitBytes: 1000 * MB, ...settings },
    ...options,
  }))
const createJob = (type: string, path = ''): Job => ({ type, path, folder: '' }) as unknown as Job
type Report = { pid: number; path: string; env: Record<string, string> }
const getReport = (outcome: DecoderOutcome): Report => {
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
  return outcome.photo as unknown as Report
}
const isAlive = (pid: number): boolean => {
  try {
    // an ended process may still exist as a zombie
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
const waitUntil = (done: () => boolean): Promise<void> => pollUntil(done.toString(), done)
const waitUntilEnded = (pid: number) => waitUntil(() => !isAlive(pid))
const waitUntilWritten = (file: string) => waitUntil(() => existsSync(file) && readFileSync(file, 'utf8') !== '')

describe('bad files', () => {
  it('an abort, an exit or an endless loop fails only its own job', async () => {
    startPool({ jobTimeoutMs: JOB_TIMEOUT_MS })
    const bad = ['abort', 'loop', 'exit'].map(type => pool.run(createJob(type)))
    const good = Array.from({ length: 8 }, (_, index) => pool.run(createJob('good', String(index))))
    expect(await Promise.all(bad)).toMatchObject([
      { kind: 'died', cause: 'crash', detail: expect.stringContaining('SIGABRT') },
      { kind: 'died', cause: 'timeout' },
      { kind: 'died', cause: 'crash', detail: 'exit code 3' },
    ])
    expect((await Promise.all(good)).map(outcome => getReport(outcome).path)).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
    ])
  })

  it('a process that uses too much memory is ended, and the outcome names that cause', async () => {
    startPool({}, { memoryLimitBytes: 250 * MB })
    expect(await pool.run(createJob('swell'))).toMatchObject({ kind: 'died', cause: 'memory' })
    getReport(await pool.run(createJob('good')))
  })

  it('the standard error of a process is available for the log', async () => {
    startPool()
    expect(await pool.run(createJob('complain'))).toMatchObject({
      detail: expect.stringContaining('something terrible'),
    })
  })

  it('the child processes of a process end with it', async () => {
    const note = createNotePath()
    startPool({ jobTimeoutMs: JOB_TIMEOUT_MS })
    expect(await pool.run(createJob('grandchild', note))).toMatchObject({ cause: 'timeout' })
    await waitUntilEnded(Number(readFileSync(note, 'utf8')))
  })

  it('a failed start of a process is a fault of the machine, not of the photo', async () => {
    startPool({}, { diesAtStart: true })
    expect(await pool.run(createJob('good'))).toMatchObject({
      kind: 'fault',
      detail: expect.stringContaining('exit code 7'),
    })
  })

  it('a process killed from outside is replaced', async () => {
    startPool({ size: 1 })
    const { pid } = getReport(await pool.run(createJob('good')))
    process.kill(pid, 'SIGKILL')
    await waitUntilEnded(pid)
    const outcome = await pool
      .run(createJob('good'))
      .then(first => (first.kind === 'died' ? pool.run(createJob('good')) : first))
    expect(getReport(outcome).pid).not.toBe(pid)
  })
})

describe('process lifecycle', () => {
  it('the number of processes is limited, and they are reused', async () => {
    startPool({ size: 2 })
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => pool.run(createJob('slow'))))
    expect(new Set(outcomes.map(outcome => getReport(outcome).pid)).size).toBe(2)
    expect(pool.pids).toHaveLength(2)
  })

  it('no process starts before the first job', () => {
    startPool()
    expect(pool.pids).toEqual([])
  })

  it('a process is replaced after a number of photos', async () => {
    startPool({ size: 1, jobsPerProcess: 2 })
    const pids = []
    for (let index = 0; index < 5; index++) pids.push(getReport(await pool.run(createJob('good'))).pid)
    expect(new Set(pids).size).toBe(3)
    expect(pids[0]).toBe(pids[1])
  })

  it('a process that uses too much memory after a photo is replaced', async () => {
    startPool({ size: 1 }, { pretendRss: 2000 * MB })
    const first = getReport(await pool.run(createJob('good'))).pid
    expect(getReport(await pool.run(createJob('good'))).pid).not.toBe(first)
  })

  it('an idle process ends', async () => {
    startPool({ size: 1, idleMs: 50 })
    const { pid } = getReport(await pool.run(createJob('good')))
    await waitUntilEnded(pid)
    expect(pool.pids).toEqual([])
    getReport(await pool.run(createJob('good')))
  })

  it('each variant is reported as soon as it is made', async () => {
    startPool()
    const seen: unknown[] = []
    await pool.run(createJob('variants'), (size, file) => seen.push([size, file.path]))
    expect(seen).toEqual([
      ['sm', 'sm'],
      ['md', 'md'],
    ])
  })

  it('a process gets only the given environment variables', async () => {
    process.env.DAYMARK_DATABASE_URL = 'postgres://secret'
    startPool()
    const { env } = getReport(await pool.run(createJob('good')))
    delete process.env.DAYMARK_DATABASE_URL
    expect(Object.keys(env)).not.toContain('DAYMARK_DATABASE_URL')
  })
})

describe('close', () => {
  it('ends every process and rejects unfinished jobs, so that they are redelivered', async () => {
    startPool({ size: 1 })
    const { pid } = getReport(await pool.run(createJob('good')))
    const note = createNotePath()
    const unfinished = [pool.run(createJob('grandchild', note)), pool.run(createJob('good'))]
    const outcomes = Promise.allSettled(unfinished)
    await waitUntilWritten(note)
    pool.close()
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'PoolClosed' } })
    await waitUntilEnded(pid)
    await expect(pool.run(createJob('good'))).rejects.toMatchObject({ name: 'PoolClosed' })
  })

  it('starts no process for a photo that arrives at the same time', async () => {
    startPool()
    const outcome = pool.run(createJob('good'))
    pool.close()
    await expect(outcome).rejects.toMatchObject({ name: 'PoolClosed' })
    expect(pool.pids).toEqual([])
  })

  it('no process remains after the service was killed, not even one in an endless loop', async () => {
    const service = `
      import { DecoderPool } from ${JSON.stringify(new URL('../dist/service/pool/pool.js', import.meta.url).href)}
      const pool = new DecoderPool({ size: 2, jobsPerProcess: 9, recycleAboveBytes: 1e9, idleMs: 60000, jobTimeoutMs: 60000,
        program: new URL(${JSON.stringify(program.href)}), env: {}, settings: { tools: {}, memoryLimitBytes: 1e9 } })
      await pool.run({ type: 'good' })
      pool.run({ type: 'loop' })
      await Promise.race([pool.run({ type: 'slow' }), pool.run({ type: 'slow' })])
      console.log(JSON.stringify(pool.pids))`
    const child = spawn(process.execPath, ['--input-type=module', '-e', service], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const pids = JSON.parse(line.toString()) as number[]
    expect(pids).toHaveLength(2)
    expect(pids.map(isAlive)).toEqual([true, true])
    child.kill('SIGKILL')
    await Promise.all(pids.map(waitUntilEnded))
  })
})
