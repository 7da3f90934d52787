import { plan } from '../../tools/runner/plan.mjs'
import { idsIn, namedStatements, recordedStatements } from '../../tools/spec-index.mjs'

describe('statements of the specification', () => {
  it('never lose the test that names them', () => {
    const named = namedStatements()
    expect(recordedStatements().filter(id => !named.has(id))).toEqual([])
  })

  it('are all proven by the files of npm test', () => {
    const usual = new Set(plan([]).flatMap(({ files }: { files: string[] }) => files))
    const unproven = [...namedStatements()].filter(([, files]) => !files.some((file: string) => usual.has(file)))
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
