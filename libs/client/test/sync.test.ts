import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createUploadSource, hashPhoto, listPhotos, type LocalPhoto } from '../src/sync/local-photos.ts'
import { Journal } from '../src/sync/journal.ts'
import { readOptions, stateFolder, type SyncOptions } from '../src/sync/options.ts'
import { Output, toPrintable } from '../src/sync/output.ts'
import { runConcurrently } from '../src/sync/sync.ts'

let root: string
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'daymark-client-sync-'))))
afterEach(() => rmSync(root, { recursive: true }))

const library = { server: 'https://photos.example.com', account: 'anna' }
const photo: LocalPhoto = { path: 'a.jpg', folder: '', size: 4, modified: 1 }
const writeTestFile = (name: string, text: string) => {
  writeFileSync(join(root, name), text)
  return join(root, name)
}
/** Creates a journal that contains one completed photo. */
function createJournal(file: string): void {
  const journal = new Journal(file, library)
  journal.add(photo, 'image', undefined)
  journal.close()
}

describe('the journal of daymark-sync', () => {
  it('is a private file in a private folder, created with the first uploaded photo', () => {
    const file = join(root, 'state/daymark-sync/x.jsonl')
    createJournal(file)
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700])
    expect(new Journal(file, library).has(photo, false)).toBe(true)
    expect(readdirSync(dirname(file))).toHaveLength(1)
  })

  it('neither reads nor truncates the target of a symbolic link', () => {
    const otherFile = writeTestFile('precious', 'all my letters')
    const file = join(root, 'state.jsonl')
    symlinkSync(otherFile, file)
    expect(() => new Journal(file, library)).toThrow('is a symbolic link')
    rmSync(file)
    const journal = new Journal(file, library)
    symlinkSync(otherFile, file) // replaces the journal after the journal was read
    journal.add(photo, 'image', undefined)
    journal.close()
    expect(readFileSync(otherFile, 'utf8')).toBe('all my letters')
    expect(lstatSync(file).isFile()).toBe(true)
  })

  it('must not be a folder or a pipe', () => {
    mkdirSync(join(root, 'folder'))
    expect(() => new Journal(join(root, 'folder'), library)).toThrow()
  })
})

describe('the folder of daymark-sync', () => {
  it('uploads no symbolic link, even if it replaces a photo during the run', async () => {
    const secret = writeTestFile('secret.txt', 'key!')
    writeTestFile('a.jpg', 'real')
    symlinkSync(secret, join(root, 'b.jpg'))
    const found: LocalPhoto[] = []
    for await (const localPhoto of listPhotos(root)) found.push(localPhoto)
    expect(found.map(({ path }) => path)).toEqual(['a.jpg'])
    const [foundPhoto] = found as [LocalPhoto]
    expect(await hashPhoto(root, foundPhoto)).toMatch(/^[0-9a-f]{64}$/)
    renameSync(join(root, 'a.jpg'), join(root, 'c.jpg'))
    symlinkSync(secret, join(root, 'a.jpg'))
    expect(await hashPhoto(root, foundPhoto)).toBeUndefined()
    await expect(createUploadSource(root, foundPhoto).open(0).next()).rejects.toThrow('is no longer a file')
  })
})

it('uploads run with limited concurrency, and none starts after a failure', async () => {
  const started: string[] = []
  let [running, maxRunning] = [0, 0]
  const upload = async (name: string) => {
    started.push(name)
    maxRunning = Math.max(maxRunning, ++running)
    await setImmediate()
    running--
    if (name === 'failing') throw new Error('The storage is full.')
  }
  await runConcurrently(2, ['a', 'b', 'c'], upload)
  expect([started, maxRunning]).toEqual([['a', 'b', 'c'], 2])
  await expect(runConcurrently(2, ['failing', 'd', 'e', 'f'], upload)).rejects.toThrow('The storage is full.')
  expect(started).toEqual(['a', 'b', 'c', 'failing', 'd'])
})

describe('the options of daymark-sync', () => {
  const read = (url: string, ...otherOptions: string[]) =>
    readOptions(['/photos', '--url', url, ...otherOptions], {
      DAYMARK_TOKEN: 'dm_x',
      HOME: '/home/anna',
    }) as SyncOptions

  it('store the state in the state folder of the user, one file per synchronized folder', () => {
    const { state } = read('https://photos.example.com')
    expect(state).toMatch(/^\/home\/anna\/.*daymark-sync\/[0-9a-f]{32}\.jsonl$/)
    expect(read('https://photos.example.com', '--state', '/tmp/own.jsonl').state).toBe('/tmp/own.jsonl')
    const env = { HOME: '/home/anna', XDG_STATE_HOME: '/state', LOCALAPPDATA: '/local' }
    expect(['linux', 'darwin', 'win32'].map(platform => stateFolder(platform, env))).toEqual([
      '/state/daymark-sync',
      '/home/anna/Library/Application Support/daymark-sync',
      '/local/daymark-sync',
    ])
    expect(stateFolder('linux', { HOME: '/home/anna', XDG_STATE_HOME: 'relative' })).toBe(
      '/home/anna/.local/state/daymark-sync',
    )
  })

  it.each([
    'http://photos.example.com',
    'http://192.168.1.7:8080',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
  ])('refuse to send the token to %s without encryption', url => {
    expect(() => read(url)).toThrow('without encryption')
    expect(read(url, '--allow-http').url).toBe(url)
  })
  it.each([
    'http://127.0.0.1:8080',
    'http://127.1:8080',
    'http://localhost:8080',
    'http://[::1]:8080',
    'https://192.168.1.7',
  ])('allow %s', url => expect(read(url).url).toBe(url))
  it('reject addresses that are neither http nor https', () => {
    expect(() => read('ftp://photos.example.com')).toThrow('https://')
  })
})

it('removes terminal control sequences from names and messages', () => {
  const lines: string[] = []
  const totals = { found: 1, done: 1, uploaded: 1, known: 0, failed: 0, bytes: 1 }
  const maliciousName = 'a\u001b]0;title\u0007\u001b[2J\r\n\u009b31m\u202egpj.exe'
  for (const isTTY of [true, false]) {
    const output = new Output({ isTTY, columns: 300, write: (text: string) => lines.push(text) > 0 })
    output.printFile('uploaded', maliciousName, totals)
    output.printLine(`failed ${maliciousName}`)
  }
  const clearLine = '\r\u001b[2K'
  const printedLines = lines.filter(line => line !== clearLine).map(line => line.replace(/\n$/, ''))
  expect(printedLines).toHaveLength(4)
  for (const line of printedLines) expect(line).toBe(toPrintable(line))
  expect(toPrintable('Zoë 李 🏔.jpg')).toBe('Zoë 李 🏔.jpg')
})
