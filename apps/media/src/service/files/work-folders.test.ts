import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { WorkFolders } from './work-folders.ts'

let root: string
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'daymark-folders-'))))
afterEach(() => rmSync(root, { recursive: true, force: true }))
const leaveFolder = (name: string): string => {
  mkdirSync(join(root, name, 'photo-1'), { recursive: true })
  writeFileSync(join(root, name, 'photo-1', 'original'), 'x')
  return name
}

it('a folder exists during the work and is removed after success and failure', async () => {
  const folders = new WorkFolders(root)
  await folders.prepare()
  const used = await folders.withFolder(async folder => {
    writeFileSync(join(folder, 'file'), 'x')
    return folder
  })
  expect(existsSync(used)).toBe(false)
  let failed = ''
  const failing = folders.withFolder(async folder => {
    failed = folder
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(existsSync(failed)).toBe(false)
  await folders.onModuleDestroy()
  // the mount point of confined decoders, shared by all processes
  expect(readdirSync(root)).toEqual(['jail'])
})

it('a start removes folders of killed processes, and keeps those of running processes, other machines and other programs', async () => {
  const host = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')
  const { pid: dead } = spawnSync(process.execPath, ['-e', ''])
  leaveFolder(`${host}.${dead}.a`)
  leaveFolder(`${host}.${process.pid}.from-an-earlier-start-with-the-same-pid`)
  const kept = [`${host}.${process.ppid}.b`, `elsewhere.${dead}.c`, 'something-else'].map(leaveFolder)
  const [other, folders] = [new WorkFolders(root), new WorkFolders(root)]
  await other.prepare()
  await folders.prepare()
  expect(readdirSync(root)).toEqual(expect.arrayContaining(kept))
  expect(readdirSync(root).filter(name => name !== 'jail')).toHaveLength(kept.length + 2)
})
