import { planRuns } from '../../tools/runner/plan.mjs'
import { findIds, findNamedRequirements, listRequirements } from '../../tools/spec-index.mjs'

describe('requirements', () => {
  it('are all named in a test title', () => {
    const named = findNamedRequirements()
    expect(listRequirements().filter(({ id }) => !named.has(id))).toEqual([])
  })

  it('have an entry in docs/product/requirements.md for every id that a test names', () => {
    const known = new Set(listRequirements().map(({ id }) => id))
    expect([...findNamedRequirements().keys()].filter(id => !known.has(id))).toEqual([])
  })

  it('are all covered by files of npm test', () => {
    const usual = new Set(planRuns([]).flatMap(({ files }: { files: string[] }) => files))
    const unproven = [...findNamedRequirements()].filter(([, files]) => !files.some((file: string) => usual.has(file)))
    expect(unproven).toEqual([])
  })

  it('are found in titles only', () => {
    const source = `
      // L-API-01 in a comment
      it('L-API-02, S-PUB-14 a title', () => {})
      it.each([1])("L-API-03 %s", () => {})
      it.each(['a', f('b')] as const)('L-API-07 %s', () => 'L-API-08')
      describe(\`L-API-04\`, () => 'L-API-05')
      withFixtures(
        'L-API-06 on its own line', () => {})`
    expect([...findIds(source)]).toEqual(['L-API-02', 'S-PUB-14', 'L-API-03', 'L-API-07', 'L-API-04', 'L-API-06'])
  })
})
