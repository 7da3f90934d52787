// Colours and sizes live in apps/web/src/ui/tokens.css alone: `node tools/styles.mjs`
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(import.meta.dirname, '..')
const named = 'white|black|red|green|blue|gr[ae]y|orange|yellow|purple|pink|gold|silver|navy|teal|maroon|crimson'
const raw = [
  { what: 'a raw colour', pattern: /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/i },
  { what: 'a named colour', pattern: new RegExp(`:[^;{]*(?<![-\\w])(?:${named})(?![-\\w])`, 'i') },
]

/** What a style sheet says that only the tokens may say; one sentence each, with the line. */
export function styleProblems(css) {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ' '))
  return plain
    .split('\n')
    .flatMap((line, index) => lineProblems(line).map(what => `${index + 1}: ${what}: ${line.trim()}`))
}

function lineProblems(line) {
  const sizes = [...line.matchAll(/(?<![\w.-])(-?\d*\.?\d+)px\b/g)].map(match => Number(match[1]))
  if (/^\s*@(media|container|custom-media)/.test(line)) {
    return sizes.some(size => size !== 768) ? ['a breakpoint other than 768px'] : []
  }
  const problems = raw.filter(rule => rule.pattern.test(line)).map(rule => rule.what)
  return sizes.some(size => Math.abs(size) > 2) ? [...problems, 'a raw size above 2px'] : problems
}

export function allStyleProblems() {
  const files = globSync('apps/web/src/**/*.css', { cwd: root }).filter(file => !file.endsWith('ui/tokens.css'))
  return files.flatMap(file =>
    styleProblems(readFileSync(join(root, file), 'utf8')).map(problem => `${file}:${problem}`),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = allStyleProblems()
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
