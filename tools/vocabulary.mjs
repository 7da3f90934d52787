// Checks what the spelling check (cspell.config.mjs) cannot: commit subjects, phrases of docs/glossary.md, which consist of several words,
// that tools/words.txt is sorted and contains no unused words, and that no comment turns cspell off: `npm run check -- vocabulary`
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(import.meta.dirname, '..')
const WORDS = 'tools/words.txt'
const IGNORED_FOLDERS = new Set(['.git', '.nx', '.cache', 'node_modules', 'dist', 'data', 'coverage'])
/** Files that define or test the rules, generated files and binary files. */
const IGNORED_FILES =
  /^(?:docs\/glossary\.md|tests\/architecture\/vocabulary\.test\.ts|package-lock\.json|tools\/words\.txt)$|\.(?:heic|ico|jpg|key|pem|sum|tsbuildinfo|webp)$/

/** Commit after which the subjects of all commits are checked. */
const FIRST_CHECKED_AFTER = '3399f23c6ebc'
/** Commits with misspelled subjects from before the spelling check. */
const MISSPELLED_COMMITS = ['70decce23']
const MAX_SUBJECT_LENGTH = 72
/** Format of a subject: `area: imperative sentence`. Several areas are separated by commas. */
const SUBJECT_PATTERN = /^[a-z][a-z0-9-]*(?:, [a-z][a-z0-9-]*)*: \S.*[^.\s]$/

/** Returns the terms of the table "Words to avoid" in the glossary, each with what to write instead. */
export function readTerms() {
  const table = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split('## Words to avoid')[1] ?? ''
  return [...table.matchAll(/^\| (`.*?) *\| (.*?) *\|$/gm)].flatMap(([, words, instead]) =>
    [...words.matchAll(/`([^`]+)`/g)].map(([, term]) => ({ term, instead })),
  )
}

const DIRECTIVE = {
  term: 'directive of cspell',
  instead: 'an exception in cspell.config.mjs',
  pattern: /\b(?:cspell|spell-?checker):/i,
}

/** Whether the spelling check finds a term: a single word or name. */
export const isSingleWord = ({ term }) => /^\w+$/.test(term)

/** Returns the phrases of the glossary, which contain spaces or hyphens, with a pattern that finds them. */
export const readPhrases = () =>
  readTerms()
    .filter(term => !isSingleWord(term))
    .map(phrase => ({
      ...phrase,
      pattern: new RegExp(String.raw`\b${phrase.term.replaceAll(' ', String.raw`\s+`)}\b`, 'i'),
    }))

/** Returns each use of a phrase in a text as `{ line, term, instead }`. */
export const findPhrases = (text, phrases) =>
  text
    .split('\n')
    .flatMap((line, index) =>
      phrases
        .filter(({ pattern }) => pattern.test(line))
        .map(({ term, instead }) => ({ line: index + 1, term, instead })),
    )

/** Returns a message for each problem of the format of a commit subject. */
export function findFormatProblems(subject) {
  if (/^(?:Merge|Revert) /.test(subject)) return []
  return [
    ...(SUBJECT_PATTERN.test(subject) ? [] : ['write "area: imperative sentence" without a period']),
    ...(subject.length > MAX_SUBJECT_LENGTH
      ? [`use at most ${MAX_SUBJECT_LENGTH} characters instead of ${subject.length}`]
      : []),
  ]
}

/** Returns the misspelled and forbidden words of a text as `{ line, problem }`. */
export function findMisspellings(text) {
  const cspell = join(root, 'node_modules/cspell/bin.mjs')
  const options = ['--no-progress', '--no-summary', '--no-color', '--no-show-suggestions']
  const { stdout, stderr, status } = spawnSync(process.execPath, [cspell, 'lint', ...options, 'stdin'], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  })
  const problems = [...stdout.matchAll(/:(\d+):\d+ - (.*)$/gm)]
  if (status !== 0 && problems.length === 0) throw new Error(`cspell failed: ${stdout}${stderr}`)
  return problems.map(([, line, problem]) => ({ line: Number(line), problem }))
}

/** Returns the commits after FIRST_CHECKED_AFTER, or none if that commit is missing, as in an archive or a shallow clone. */
function readCommits() {
  const runGit = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    runGit('merge-base', '--is-ancestor', FIRST_CHECKED_AFTER, 'HEAD')
    const log = runGit('log', '--no-merges', '--format=%h %s', `${FIRST_CHECKED_AFTER}..HEAD`)
    return [...log.matchAll(/^(\S+) (.*)$/gm)].map(([, id, subject]) => ({ id, subject }))
  } catch {
    console.log(`Commit subjects are not checked: the history since ${FIRST_CHECKED_AFTER} is not available.`)
    return []
  }
}

function findCommitProblems(phrases) {
  const commits = readCommits()
  if (commits.length === 0) return []
  const text = commits.map(({ subject }) => subject).join('\n')
  const problems = [
    ...commits.flatMap(({ subject }, index) =>
      findFormatProblems(subject).map(problem => ({ line: index + 1, problem })),
    ),
    ...findPhrases(text, phrases).map(({ line, term, instead }) => ({ line, problem: `"${term}": use ${instead}` })),
    ...findMisspellings(text).filter(({ line }) => !MISSPELLED_COMMITS.some(id => commits[line - 1].id.startsWith(id))),
  ]
  return problems.map(({ line, problem }) => {
    const { id, subject } = commits[line - 1]
    return `commit ${id} "${subject}": ${problem}`
  })
}

/** Returns the paths of all text files of the project. Works without Git. */
const listTextFiles = (folder = root) =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return IGNORED_FOLDERS.has(entry.name) ? [] : listTextFiles(path)
    const file = relative(root, path)
    return entry.isFile() && !IGNORED_FILES.test(file) ? [file] : []
  })

/** Returns the problems of the word list. `texts`: all texts of the project. */
export function findWordListProblems(words, texts) {
  const text = texts.join('\n').toLowerCase()
  return [
    ...words
      .filter((word, index) => index > 0 && word <= words[index - 1])
      .map(word => `"${word}" is not in alphabetical order`),
    ...words.filter(word => !text.includes(word)).map(word => `"${word}" is not used: remove it`),
  ].map(problem => `${WORDS}: ${problem}`)
}

function findAllProblems() {
  const phrases = [...readPhrases(), DIRECTIVE]
  const files = listTextFiles().map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const words = readFileSync(join(root, WORDS), 'utf8').trim().split('\n')
  return [
    ...files.flatMap(({ file, text }) =>
      findPhrases(text, phrases).map(({ line, term, instead }) => `${file}:${line}: "${term}": use ${instead}`),
    ),
    ...findCommitProblems(phrases),
    ...findWordListProblems(
      words,
      files.map(({ text }) => text),
    ),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = findAllProblems()
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
