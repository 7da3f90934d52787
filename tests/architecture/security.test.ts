import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** The rows of guarantees, without headings and the tables of threats and limits. */
const guarantees = page
  .slice(page.indexOf('## '))
  .replace(/## Limits that count by address[^]*?(?=\n## )/, '')
  .split('\n')
  .filter(line => line.startsWith('|') && !/^\|[\s|-]*$/.test(line) && !/^\| Guarantee\b/.test(line))
  .map(line => line.split('|').map(cell => cell.trim()))

describe('docs/security.md', () => {
  it.each(guarantees)('%s%s', (_, guarantee, threat, tests) => {
    expect([guarantee, threat]).not.toContain('')
    const paths = [...(tests ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    expect(paths).not.toEqual([])
    expect(paths.filter(path => !existsSync(join(root, path)))).toEqual([])
  })
})
