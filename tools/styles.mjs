// Checks that only apps/web/src/ui/tokens.css contains colors and sizes: `node tools/styles.mjs`
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(import.meta.dirname, '..')
const namedColors = 'white|black|red|green|blue|gr[ae]y|orange|yellow|purple|pink|gold|silver|navy|teal|maroon|crimson'
const forbiddenPatterns = [
  { problem: 'a raw color', pattern: /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/i },
  { problem: 'a named color', pattern: new RegExp(`:[^;{]*(?<![-\\w])(?:${namedColors})(?![-\\w])`, 'i') },
]

/** Lists the colors and sizes in a style sheet, each with its line. */
export function findStyleProblems(css) {
  const withoutComments = css.replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ' '))
  return withoutComments
    .split('\n')
    .flatMap((line, index) => findLineProblems(line).map(problem => `${index + 1}: ${problem}: ${line.trim()}`))
}

function findLineProblems(line) {
  const sizes = [...line.matchAll(/(?<![\w.-])(-?\d*\.?\d+)px\b/g)].map(match => Number(match[1]))
  if (/^\s*@(media|container|custom-media)/.test(line)) {
    return sizes.some(size => size !== 768) ? ['a breakpoint other than 768px'] : []
  }
  const problems = forbiddenPatterns.filter(rule => rule.pattern.test(line)).map(rule => rule.problem)
  return sizes.some(size => Math.abs(size) > 2) ? [...problems, 'a raw size above 2px'] : problems
}

export function findAllStyleProblems() {
  const files = globSync('apps/web/src/**/*.css', { cwd: root }).filter(file => !file.endsWith('ui/tokens.css'))
  return files.flatMap(file =>
    findStyleProblems(readFileSync(join(root, file), 'utf8')).map(problem => `${file}:${problem}`),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = findAllStyleProblems()
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
