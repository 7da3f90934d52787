import { join } from 'node:path'
import { summarizeFailures } from '../../tools/runner/failures.mjs'

const project = join(import.meta.dirname, '../..')
type Reported = { name: string; status: string; message: string; assertionResults: object[] }
const file = (name: string, assertionResults: object[], message = ''): Reported => ({
  name: join(project, name),
  message,
  assertionResults,
  status: assertionResults.length > 0 && !message ? 'passed' : 'failed',
})
const test = (fullName: string, failure?: string) => ({
  fullName,
  status: failure ? 'failed' : 'passed',
  failureMessages: failure ? [failure] : [],
})
const of = (...testResults: Reported[]) => summarizeFailures([{ testResults }])

describe('the list of failures at the end of a run', () => {
  it('has file, reason and line of each failed test', () => {
    const message = `Error: \u001b[2mexpect(\u001b[22m1)\n\nExpected: 2\n    at expect (${project}/node_modules/x.js:1:2)\n    at here (${project}/libs/a.test.ts:3:4)`
    const failed = file('libs/a.test.ts', [test('counts', message), test('adds')], 'all of it')
    expect(of(file('libs/b.test.ts', [test('is right')]), failed)).toEqual([
      'libs/a.test.ts › counts\n    Error: expect(1)\n    Expected: 2\n    at here (libs/a.test.ts:3:4)',
    ])
  })

  it('has files that could not run', () => {
    expect(of(file('libs/a.test.ts', [], 'SyntaxError: no'))).toEqual([
      'libs/a.test.ts › could not run\n    SyntaxError: no',
    ])
  })

  it('is limited in length', () => {
    const many = Array.from({ length: 9 }, (_, n) => test(`row ${n}`, `Error: ${'long '.repeat(99)}`))
    const lines = of(file('libs/a.test.ts', many, 'all of it'))
    expect(lines).toHaveLength(7)
    expect(lines.at(-1)).toBe('… and 3 more')
    expect(Math.max(...lines.map(line => line.length))).toBeLessThan(200)
  })

  it('is empty without failures', () => expect(of(file('libs/b.test.ts', [test('is right')]))).toEqual([]))
})
