import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const script = join(import.meta.dirname, '../../deploy/local/daymark.mjs')
let dataDir: string
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'daymark-commands-'))))
afterEach(() => rmSync(dataDir, { recursive: true }))
const command = (...words: string[]) => {
  const env = { ...process.env, DAYMARK_DATA_DIR: dataDir }
  return spawnSync(process.execPath, [script, ...words], { env, encoding: 'utf8' })
}

describe('npm run daymark', () => {
  it('runs a command with the settings of the installation in the data folder', () => {
    const secret = 'a secret for tests only, at least 32 characters'
    writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ secret, databasePassword: 'x' }))
    const { status, stdout } = command('doctor')
    // Nothing runs there, but the command used the address of the installation.
    expect(stdout).toMatch(new RegExp(`^MISSING +database: .*${dataDir}/postgres/`, 'm'))
    expect(stdout).toMatch(/^ok +settings StorageConfig: set: DAYMARK_STORAGE_DIR$/m)
    expect(stdout).not.toContain(secret)
    expect(status).toBe(1)
  })

  it('runs a command with the settings of an installation started in another shell', () => {
    writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ secret: 'x'.repeat(32), databasePassword: 'x' }))
    const backups = join(dataDir, 'backups')
    const environment = { DAYMARK_BACKUP_DRIVER: 'folder', DAYMARK_BACKUP_DIR: backups }
    writeFileSync(join(dataDir, 'run.json'), JSON.stringify({ environment }))
    expect(command('backups', 'list')).toMatchObject({ stdout: 'No backups.\n', status: 0 })
    const { status, stderr } = command('backups', 'list', 'from', 'offsite')
    expect([status, stderr]).toEqual([1, expect.stringContaining('DAYMARK_OFFSITE_DRIVER is not set here')])
  })

  it('explains what to do without an installation, and refuses the start command', () => {
    const none = command('doctor')
    expect([none.status, none.stderr]).toEqual([1, expect.stringContaining('contains no installation')])
    const start = command('start', 'all')
    expect([start.status, start.stderr]).toEqual([1, expect.stringContaining('npm start')])
  })
})
