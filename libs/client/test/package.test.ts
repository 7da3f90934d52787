import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { IMAGE_EXTENSIONS } from '@daymark/contracts'
import { EXTENSIONS } from '../src/sync/local-photos.ts'

const root = join(import.meta.dirname, '../../..')
const run = promisify(execFile)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daymark-package-'))
})
afterAll(() => rm(folder, { recursive: true }))

const npm = (cwd: string, ...args: string[]) => run('npm', [...args, '--offline', '--no-audit', '--no-fund'], { cwd })
const runProgram = async (file: string, text: string) => {
  await writeFile(join(folder, file), text)
  return (await run(process.execPath, [file], { cwd: folder })).stdout
}
/** A TypeScript program that uses the published types. */
const typedProgram = `
import { Daymark, type Album, verifyWebhook } from '@daymark/client'
import { fromPath } from '@daymark/client/node'
const daymark = new Daymark({ token: 'dm_x', baseUrl: 'https://example.com' })
export const album: Promise<Album> = daymark.albums.create({ title: 'Anna & Tom' })
export const image = async () => (await daymark.images.upload(await fromPath('a.jpg'))).variants.thumbnail
// @ts-expect-error a title is needed
export const wrong = daymark.albums.create({})
export { verifyWebhook }
`

describe('the published client', () => {
  it('installs into an empty project without dependencies and works from ESM, CJS, TypeScript and the terminal', async () => {
    await npm(join(root, 'libs/client'), 'pack', '--pack-destination', folder)
    const [tarball] = await readdir(folder)
    await writeFile(join(folder, 'package.json'), '{ "name": "empty", "private": true }')
    await npm(folder, 'install', `./${tarball}`)
    expect(await readdir(join(folder, 'node_modules'))).toEqual(['.bin', '.package-lock.json', '@daymark'])
    const printTypes = 'console.log([typeof Daymark, typeof verifyWebhook, typeof fromPath].join())'
    const [main, forNode] = ["'@daymark/client'", "'@daymark/client/node'"]
    expect([
      await runProgram(
        'a.mjs',
        `import { Daymark, verifyWebhook } from ${main}; import { fromPath } from ${forNode}; ${printTypes}`,
      ),
      await runProgram(
        'a.cjs',
        `const { Daymark, verifyWebhook } = require(${main}), { fromPath } = require(${forNode}); ${printTypes}`,
      ),
    ]).toEqual(['function,function,function\n', 'function,function,function\n'])
    for (const file of ['types.mts', 'types.cts']) await writeFile(join(folder, file), typedProgram)
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--lib', 'es2023,dom', 'types.mts', 'types.cts']
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options], { cwd: folder })
    expect((await run(join(folder, 'node_modules/.bin/daymark-sync'), ['--help'])).stdout).toMatch(/--album-per-folder/)
  })

  it('knows the file types that the product accepts', () => {
    expect(EXTENSIONS.toSorted()).toEqual(IMAGE_EXTENSIONS.toSorted())
  })
})
