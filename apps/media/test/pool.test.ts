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
const notePath = (): string => join(folder, randomUUID())
let pool: DecoderPool
afterEach(() => pool?.close())
const start = (options: Partial<DecoderPoolOptions> = {}, settings: object = {}): DecoderPool =>
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
const job = (type: string, path = ''): Job => ({ type, path, folder: '' }) as unknown as Job
type Report = { pid: number; path: string; env: Record<string, string> }
const reportOf = (outcome: DecoderOutcome): Report => {
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
const until = (done: () => boolean): Promise<void> => pollUntil(done.toString(), done)
const untilGone = (pid: number) => until(() => !isAlive(pid))
const untilWritten = (file: string) => until(() => existsSync(file) && readFileSync(file, 'utf8') !== '')

describe('bad files', () => {
  it('an abort, an exit or an endless loop fails only its own job', async () => {
    start({ jobTimeoutMs: JOB_TIMEOUT_MS })
    const bad = ['abort', 'loop', 'exit'].map(type => pool.run(job(type)))
    const good = Array.from({ length: 8 }, (_, index) => pool.run(job('good', String(index))))
    expect(await Promise.all(bad)).toMatchObject([
      { kind: 'died', cause: 'crash', detail: expect.stringContaining('SIGABRT') },
      { kind: 'died', cause: 'timeout' },
      { kind: 'died', cause: 'crash', detail: 'exit code 3' },
    ])
    expect((await Promise.all(good)).map(outcome => reportOf(outcome).path)).toEqual([
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
    start({}, { memoryLimitBytes: 250 * MB })
    expect(await pool.run(job('swell'))).toMatchObject({ kind: 'died', cause: 'memory' })
    reportOf(await pool.run(job('good')))
  })

  it('the standard error of a process is available for the log', async () => {
    start()
    expect(await pool.run(job('complain'))).toMatchObject({ detail: expect.stringContaining('something terrible') })
  })

  it('the child processes of a process end with it', async () => {
    const note = notePath()
    start({ jobTimeoutMs: JOB_TIMEOUT_MS })
    expect(await pool.run(job('grandchild', note))).toMatchObject({ cause: 'timeout' })
    await untilGone(Number(readFileSync(note, 'utf8')))
  })

  it('a failed start of a process is a fault of the machine, not of the photo', async () => {
    start({}, { diesAtStart: true })
    expect(await pool.run(job('good'))).toMatchObject({ kind: 'fault', detail: expect.stringContaining('exit code 7') })
  })

  it('a process killed from outside is replaced', async () => {
    start({ size: 1 })
    const { pid } = reportOf(await pool.run(job('good')))
    process.kill(pid, 'SIGKILL')
    await untilGone(pid)
    const outcome = await pool.run(job('good')).then(first => (first.kind === 'died' ? pool.run(job('good')) : first))
    expect(reportOf(outcome).pid).not.toBe(pid)
  })
})

describe('process lifecycle', () => {
  it('the number of processes is limited, and they are reused', async () => {
    start({ size: 2 })
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => pool.run(job('slow'))))
    expect(new Set(outcomes.map(outcome => reportOf(outcome).pid)).size).toBe(2)
    expect(pool.pids).toHaveLength(2)
  })

  it('no process starts before the first job', () => {
    start()
    expect(pool.pids).toEqual([])
  })

  it('a process is replaced after a number of photos', async () => {
    start({ size: 1, jobsPerProcess: 2 })
    const pids = []
    for (let index = 0; index < 5; index++) pids.push(reportOf(await pool.run(job('good'))).pid)
    expect(new Set(pids).size).toBe(3)
    expect(pids[0]).toBe(pids[1])
  })

  it('a process that uses too much memory after a photo is replaced', async () => {
    start({ size: 1 }, { pretendRss: 2000 * MB })
    const first = reportOf(await pool.run(job('good'))).pid
    expect(reportOf(await pool.run(job('good'))).pid).not.toBe(first)
  })

  it('an idle process ends', async () => {
    start({ size: 1, idleMs: 50 })
    const { pid } = reportOf(await pool.run(job('good')))
    await untilGone(pid)
    expect(pool.pids).toEqual([])
    reportOf(await pool.run(job('good')))
  })

  it('each variant is reported as soon as it is made', async () => {
    start()
    const seen: unknown[] = []
    await pool.run(job('variants'), (size, file) => seen.push([size, file.path]))
    expect(seen).toEqual([
      ['sm', 'sm'],
      ['md', 'md'],
    ])
  })

  it('a process gets only the given environment variables', async () => {
    process.env.DAYMARK_DATABASE_URL = 'postgres://secret'
    start()
    const { env } = reportOf(await pool.run(job('good')))
    delete process.env.DAYMARK_DATABASE_URL
    expect(Object.keys(env)).not.toContain('DAYMARK_DATABASE_URL')
  })
})

describe('close', () => {
  it('ends every process and rejects unfinished jobs, so that they are redelivered', async () => {
    start({ size: 1 })
    const { pid } = reportOf(await pool.run(job('good')))
    const note = notePath()
    const unfinished = [pool.run(job('grandchild', note)), pool.run(job('good'))]
    const outcomes = Promise.allSettled(unfinished)
    await untilWritten(note)
    pool.close()
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'PoolClosed' } })
    await untilGone(pid)
    await expect(pool.run(job('good'))).rejects.toMatchObject({ name: 'PoolClosed' })
  })

  it('starts no process for a photo that arrives at the same time', async () => {
    start()
    const outcome = pool.run(job('good'))
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
    await Promise.all(pids.map(untilGone))
  })
})
