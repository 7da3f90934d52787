import { findAllStyleProblems, findStyleProblems } from '../../tools/styles.mjs'

describe('style sheets', () => {
  it('use tokens for colors and sizes', () => {
    expect(findAllStyleProblems()).toEqual([])
  })

  it.each([
    ['color: #fff;', 'a raw color'],
    ['background: rgb(0 0 0 / 50%);', 'a raw color'],
    ['border: 1px solid white;', 'a named color'],
    ['padding: 12px;', 'a raw size above 2px'],
    ['@media (max-width: 600px) {', 'a breakpoint other than 768px'],
  ])('are caught with %s', (line, what) => {
    expect(findStyleProblems(`.a {\n${line}\n}`)).toEqual([`2: ${what}: ${line}`])
  })

  it('may use hairlines, the breakpoint, and colors in comments', () => {
    const css =
      '/* #fff, 12px */\n.a { border: 1px solid var(--color-line); }\n@media (width < 768px) {\n.white-space { white-space: nowrap } }'
    expect(findStyleProblems(css)).toEqual([])
  })
})
