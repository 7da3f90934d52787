import { plan } from '../../tools/runner/plan.mjs'
import { idsIn, namedRequirements, requirements } from '../../tools/spec-index.mjs'

describe('requirements', () => {
  it('are all named in a test title', () => {
    const named = namedRequirements()
    expect(requirements().filter(({ id }) => !named.has(id))).toEqual([])
  })

  it('have an entry in docs/product/requirements.md for every id that a test names', () => {
    const known = new Set(requirements().map(({ id }) => id))
    expect([...namedRequirements().keys()].filter(id => !known.has(id))).toEqual([])
  })

  it('are all covered by files of npm test', () => {
    const usual = new Set(plan([]).flatMap(({ files }: { files: string[] }) => files))
    const unproven = [...namedRequirements()].filter(([, files]) => !files.some((file: string) => usual.has(file)))
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
    expect([...idsIn(source)]).toEqual(['L-API-02', 'S-PUB-14', 'L-API-03', 'L-API-07', 'L-API-04', 'L-API-06'])
  })
})
