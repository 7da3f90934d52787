import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FEATURES, formatBytes, PLANS, TIERS } from '@daymark/contracts'

const rules = readFileSync(join(import.meta.dirname, '../../docs/product/rules.md'), 'utf8')

/** Cells of the table that starts with this text. */
function tableOf(first: string): string[][] {
  const lines = rules.split('\n')
  const at = lines.findIndex(line => line.startsWith(`| ${first} `))
  const end = lines.findIndex((line, n) => n > at && !line.startsWith('|'))
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim())
  return lines
    .slice(at, end)
    .map(cells)
    .filter(([name]) => !name?.startsWith('--'))
}
const featuresOfRule12 = [...(/12\. Features of a tier: ([\w\s,]+)\./.exec(rules)?.[1] ?? '').matchAll(/\w+/g)].map(
  String,
)

describe('the table of plans in the rules', () => {
  const plans = TIERS.map(tier => PLANS[tier])

  it('rule 12 lists every feature of a plan', () => {
    expect([...new Set(plans.flatMap(({ features }) => features))].toSorted()).toEqual(FEATURES.toSorted())
    expect(featuresOfRule12).toEqual(FEATURES)
  })

  it('rule 6 rule 9 rule 12 matches the code', () => {
    expect(tableOf('plan')).toEqual([
      ['plan', ...plans.map(({ name }) => name)],
      ['price per month', ...plans.map(({ price }) => String(price))],
      ['storage, bought', ...plans.map(({ storageLimit }) => formatBytes(storageLimit))],
      ['storage, given by the administration', ...plans.map(one => formatBytes(one.grantedStorageLimit))],
      ['albums', ...plans.map(({ albumLimit }) => String(albumLimit ?? 'unlimited'))],
      ...FEATURES.map(name => [`\`${name}\``, ...plans.map(one => (one.features.includes(name) ? 'yes' : '–'))]),
    ])
  })
})
