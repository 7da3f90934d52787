import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** The rows of promises, without the headings and the tables of who is meant and of limits. */
const promises = page
  .slice(page.indexOf('## '))
  .replace(/## Limits that count by address[^]*?(?=\n## )/, '')
  .split('\n')
  .filter(line => line.startsWith('|') && !/^\|[\s|-]*$/.test(line) && !/^\| promised\b/.test(line))
  .map(line => line.split('|').map(cell => cell.trim()))

describe('docs/security.md', () => {
  it.each(promises)('%s%s', (_, promise, against, tests) => {
    expect([promise, against]).not.toContain('')
    const paths = [...(tests ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    expect(paths).not.toEqual([])
    expect(paths.filter(path => !existsSync(join(root, path)))).toEqual([])
  })
})
