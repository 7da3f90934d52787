// Private words that docs/glossary.md replaces by standard terms must not appear in the repository or in the subjects of new commits:
// `node tools/vocabulary.mjs`
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(import.meta.dirname, '..')
const GLOSSARY = 'docs/glossary.md'
const TEXT_FILES =
  /\.(?:[cm]?[jt]sx?|css|html|json|md|ya?ml|sh|py|conf|sql|svg|tpl|txt|toml)$|(?:Dockerfile|Caddyfile)$/

/**
 * Folders and files that are not checked, because they still contain private words. An entry is removed when its place is clean, and is
 * never added again.
 */
const NOT_YET_CHECKED = []

/** Private terms that a file may contain, with the reason. An entry whose terms no longer occur in its file fails the check. */
const ALLOWED_TERMS = [
  { file: GLOSSARY, terms: '*', reason: 'defines the list' },
  { file: 'docs/product/requirements.md', terms: ['nobody'], reason: 'text of the specification' },
  { file: 'docs/adr/0001-toolchain.md', terms: ['nobody'], reason: 'name of a system account' },
  { file: 'deploy/local/postgres-files.mjs', terms: ['nobody'], reason: 'name of a system account' },
  { file: 'tools/vocabulary.mjs', terms: '*', reason: 'lists the exceptions' },
  { file: 'tests/architecture/vocabulary.test.ts', terms: '*', reason: 'tests the check' },
]

/** Commit after which the subjects of all commits are checked. */
const FIRST_CHECKED_AFTER = '3399f23c6ebc'
const MAX_SUBJECT_LENGTH = 72
/** Format of a subject: `area: imperative sentence`. Several areas are separated by commas. */
const SUBJECT_PATTERN = /^[a-z][a-z0-9-]*(?:, [a-z][a-z0-9-]*)*: \S.*[^.\s]$/

/** Returns the terms of the table "Words to avoid" in the glossary, each with what to write instead. */
export function readTerms(glossary) {
  const table = glossary.split('## Words to avoid')[1] ?? ''
  return [...table.matchAll(/^\| (`.*?) *\| (.*?) *\|$/gm)].flatMap(([, words, instead]) =>
    [...words.matchAll(/`([^`]+)`/g)].map(([, term]) => ({ term, instead, pattern: createPattern(term) })),
  )
}

/**
 * Returns the pattern that finds a term. A lower-case word is found in prose and as a part of names; a term with capitals or signs only in
 * exactly this spelling.
 */
function createPattern(term) {
  const literal = term.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(' ', String.raw`\s+`)
  if (!/^[a-z ]+$/.test(term)) return new RegExp(String.raw`(?<![\w$])${literal}(?![\w$])`)
  const capital = literal[0].toUpperCase() + literal.slice(1)
  return new RegExp(
    `(?<![A-Za-z])(?:${literal}|${capital}|${term.toUpperCase()})(?![a-z])|(?<=[a-z])${capital}(?![a-z])`,
  )
}

/** Returns each use of a term in a text as `{ line, term, instead }`. */
export const findTerms = (text, terms) =>
  text
    .split('\n')
    .flatMap((line, index) =>
      terms
        .filter(({ pattern }) => pattern.test(line))
        .map(({ term, instead }) => ({ line: index + 1, term, instead })),
    )

/** Returns a message for each problem of the subject of a commit. */
export function findSubjectProblems(subject, terms) {
  if (/^(?:Merge|Revert) /.test(subject)) return []
  return [
    ...(SUBJECT_PATTERN.test(subject) ? [] : ['write "area: imperative sentence" without a period']),
    ...(subject.length > MAX_SUBJECT_LENGTH
      ? [`use at most ${MAX_SUBJECT_LENGTH} characters instead of ${subject.length}`]
      : []),
    ...findTerms(subject, terms).map(({ term, instead }) => `"${term}": use ${instead}`),
  ]
}

/**
 * Returns the problems of the commits after FIRST_CHECKED_AFTER. Checks nothing if that commit is missing, as in an archive or a shallow
 * clone.
 */
function findCommitProblems(terms) {
  const runGit = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  let log
  try {
    runGit('merge-base', '--is-ancestor', FIRST_CHECKED_AFTER, 'HEAD')
    log = runGit('log', '--format=%h %s', `${FIRST_CHECKED_AFTER}..HEAD`)
  } catch {
    console.log(`Commit subjects are not checked: the history since ${FIRST_CHECKED_AFTER} is not available.`)
    return []
  }
  return log
    .split('\n')
    .filter(Boolean)
    .flatMap(line => {
      const [, commit, subject] = /^(\S+) (.*)$/.exec(line)
      return findSubjectProblems(subject, terms).map(problem => `commit ${commit} "${subject}": ${problem}`)
    })
}

function isChecked(file) {
  return (
    TEXT_FILES.test(file) &&
    file !== 'package-lock.json' &&
    !NOT_YET_CHECKED.some(entry => `${file}/`.startsWith(`${entry}/`))
  )
}

function findAllProblems() {
  const terms = readTerms(readFileSync(join(root, GLOSSARY), 'utf8'))
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).split('\n')
  const used = new Set()
  const problems = files.filter(isChecked).flatMap(file => {
    const uses = findTerms(readFileSync(join(root, file), 'utf8'), terms)
    return uses.flatMap(({ line, term, instead }) => {
      const allowed = ALLOWED_TERMS.find(
        entry => entry.file === file && (entry.terms === '*' || entry.terms.includes(term)),
      )
      if (allowed) used.add(allowed)
      return allowed ? [] : [`${file}:${line}: "${term}": use ${instead}`]
    })
  })
  const stale = ALLOWED_TERMS.filter(entry => isChecked(entry.file) && !used.has(entry))
  return [
    ...problems,
    ...findCommitProblems(terms),
    ...stale.map(({ file }) => `tools/vocabulary.mjs: remove ${file} from ALLOWED_TERMS, it is clean`),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = findAllProblems()
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
