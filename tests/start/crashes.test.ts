import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommand, pollUntilTruthy } from '../../deploy/local/processes.mjs'
import { Launcher } from './launcher.ts'

let launcher: Launcher

beforeEach(() => (launcher = new Launcher()))
afterEach(() => launcher.clean())

const statusOf = (path: string) =>
  fetch(launcher.url + path).then(
    answer => answer.status,
    () => 0,
  )
const answers = (status: number) => async () => (await statusOf('/api/health')) === status
const login = () =>
  fetch(`${launcher.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: launcher.url },
    body: JSON.stringify({ username: 'admin@daymark.local', password: 'chosen by myself' }),
  }).then(answer => answer.status)
const postgresPid = () => Number(readFileSync(join(launcher.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
const isUp = (pid: number) => readCommand(pid) !== ''

describe('npm start restarts crashed processes', () => {
  it('restarts Postgres on the same port while the server keeps running, more than once', async () => {
    await launcher.start({ DAYMARK_ADMIN_PASSWORD: 'chosen by myself' })
    await launcher.ready()
    const { serverPid } = launcher
    const ends = () => launcher.output.split('Postgres ended; starting it again.').length
    for (let round = 0; round < 2; round++) {
      const [killed, before] = [postgresPid(), ends()]
      process.kill(killed, 'SIGKILL')
      expect(await pollUntilTruthy(() => ends() > before, 30_000)).toBe(true)
      expect(await pollUntilTruthy(async () => (await answers(200)()) && (await login()) === 200, 60_000, 100)).toBe(
        true,
      )
      expect(postgresPid()).not.toBe(killed)
    }
    expect([launcher.serverPid, isUp(serverPid)]).toEqual([serverPid, true])
    launcher.signal('SIGTERM')
    expect(await launcher.exitCode()).toBe(0)
    expect(launcher.processes).toEqual([])
  })

  it('restarts a server that crashes repeatedly, with growing pauses', async () => {
    await launcher.start({ DAYMARK_ADMIN_PASSWORD: 'chosen by myself' })
    await launcher.ready()
    for (let round = 0; round < 6; round++) {
      const killed = launcher.serverPid
      process.kill(killed, 'SIGKILL')
      expect(await pollUntilTruthy(() => launcher.serverPid !== killed && isUp(launcher.serverPid), 60_000)).toBe(true)
    }
    expect(launcher.output).toMatch(/The server ended \(.*\); starting it again in \d s\./)
    expect(await pollUntilTruthy(answers(200), 60_000, 100)).toBe(true)
    expect(await login()).toBe(200)
    launcher.signal('SIGTERM')
    expect(await launcher.exitCode()).toBe(0)
  })
})

describe('npm start with its log on a full disk', () => {
  it('keeps running without the log', async () => {
    symlinkSync('/dev/full', join(launcher.dataDir, 'daymark.log'))
    await launcher.start({ DAYMARK_ADMIN_PASSWORD: 'chosen by myself' })
    await launcher.ready()
    const { serverPid } = launcher
    // Lines of requests, and lines that the launcher writes for stderr of the server.
    for (let n = 0; n < 50; n++) expect(await statusOf('/api/version')).toBe(200)
    process.kill(serverPid, 'SIGUSR1') // Node's debugger writes to stderr
    expect(await login()).toBe(200)
    expect([launcher.serverPid, isUp(serverPid), isUp(launcher.pid)]).toEqual([serverPid, true, true])
  })

  const mayMount = process.getuid?.() === 0
  if (!mayMount)
    console.warn('Not run, because mounting a small disk needs root: log on a disk that has free space again.')
  ;(mayMount ? describe : describe.skip)('on a small disk', () => {
    it('logs the number of lost lines when there is free space again', async () => {
      const disk = mkdtempSync(join(tmpdir(), 'daymark-small-'))
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk])
      try {
        const [log, filler] = [join(disk, 'daymark.log'), join(disk, 'filler')]
        writeFileSync(log, '')
        symlinkSync(log, join(launcher.dataDir, 'daymark.log'))
        await launcher.start({ DAYMARK_ADMIN_PASSWORD: 'chosen by myself' })
        await launcher.ready()
        const { serverPid } = launcher
        fill(filler)
        // The buffer holds 1 MB, and a line has about 200 bytes.
        const answers = new Set<number>()
        for (let n = 0; n < 300; n++) {
          const some = await Promise.all(Array.from({ length: 20 }, () => statusOf('/api/nothing')))
          some.forEach(status => answers.add(status))
        }
        expect([...answers]).toEqual([404])
        truncateSync(filler)
        expect(await pollUntilTruthy(() => readFileSync(log, 'utf8').includes('"event":"log.lost"'), 30_000)).toBe(true)
        expect([launcher.serverPid, isUp(serverPid)]).toEqual([serverPid, true])
      } finally {
        execFileSync('umount', ['-l', disk])
        rmSync(disk, { recursive: true, force: true })
      }
    })
  })
})

function fill(file: string): void {
  try {
    for (;;) writeFileSync(file, Buffer.alloc(4096, 1), { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
