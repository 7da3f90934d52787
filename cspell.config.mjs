// Spelling of documents, code, comments and texts, and the forbidden words of docs/glossary.md: `npm run check -- spelling`
import { isSingleWord, readTerms } from './tools/vocabulary.mjs'

/** The forbidden words of the glossary. */
const FORBIDDEN_WORDS = readTerms()
  .filter(isSingleWord)
  .map(({ term }) => term)

/**
 * Words that the American dictionary accepts, but that this project spells differently. `grey` is not among them, because libvips calls a
 * color space like that.
 */
const BRITISH_SPELLINGS = [
  ...['cancelled', 'cancelling', 'labelled', 'labelling', 'modelled', 'modelling', 'travelled', 'travelling'],
  ...['catalogue', 'catalogues', 'coloured', 'colours', 'fulfil', 'harbour', 'harbours', 'licence', 'licences'],
]

/** Names, texts of other languages, and misspelled words that only tests and examples use. */
const TEST_WORDS = `
  abgpj annaben ansel arsfest azur bemmann bild billingx blume blumenwiese braut cller efmt ehpk erson euroscale
  examplex flslqh foto fotos galerie ghjk gxlci healthyconnected hochzeit holga hvcn iiro ilce ingi jbsw kfffffff
  kingkong kiritimati kolkata meer mexpect mlat mller mlon mterminating myphotos nikkor noext reallybig rosen
  sankt secr sfatal sohne sommer strasse sunonsense tamron titel torcal twoblanks uberblick unkn weberror
`
  .trim()
  .split(/\s+/)

export default {
  version: '0.2',
  language: 'en-US',
  files: ['**'],
  enableGlobDot: true,
  useGitignore: true,
  noConfigSearch: true,
  ignorePaths: [
    '.git/**',
    'tools/words.txt',
    'cspell.config.mjs',
    'tests/architecture/vocabulary.test.ts',
    // generated files and recorded data
    'package-lock.json',
    'docs/api/{openapi.yaml,examples.json}',
    'libs/client/src/openapi.ts',
    'charts/daymark/files/**',
    'charts/daymark/examples/*/rendered.yaml',
    '**/golden/**',
    '**/*-vectors.json',
    '**/*.{pem,key,heic,webp,jpg,ico}',
    // names that other projects define
    'deploy/compose/decoders-seccomp.json',
    'tools/cluster/kube/modules/**',
    'tools/programs/python-requirements.txt',
    'apps/web/vite/licenses/**',
    // texts of the specification
    'docs/product/requirements.md',
  ],
  dictionaryDefinitions: [{ name: 'project', path: './tools/words.txt' }],
  // The excluded dictionaries contain many names and abbreviations, which would hide typing errors, and take a quarter of the time.
  dictionaries: [
    'project',
    ...[
      '!aws',
      '!coding-compound-terms',
      '!companies',
      '!computing-acronyms',
      '!cryptocurrencies',
      '!filetypes',
      '!fonts',
    ],
    ...['!en-common-misspellings', '!en-us-common-misspellings', '!fullstack', '!html-symbol-entities', '!npm'],
    ...['!public-licenses', '!software-term-suggestions', '!svelte', '!web-services'],
  ],
  flagWords: [...FORBIDDEN_WORDS, ...BRITISH_SPELLINGS],
  ignoreRegExpList: [
    // words with other letters than a to z, which are names and texts of other languages
    String.raw`/[\p{L}\p{M}'’]*(?:[^\P{L}a-zA-Z]|¼)[\p{L}\p{M}'’¼]*/gu`,
    // words with encoded characters, and escape sequences
    String.raw`/[\w.]*(?:%[\dA-F]{2}[\w.]*)+/gi`,
    String.raw`/\w*(?:\\(?:u\{?[\da-f]{2,}\}?|x[\da-f]{2})\w*)+/gi`,
    String.raw`/\\[bdnrstw]/gi`,
    // ids of requirements
    String.raw`/\b[LS]-[A-Z]+-?\d*/g`,
    // addresses of alerts
    String.raw`/#daymark\w+/g`,
    // hashes, keys and random test data
    String.raw`/\bwhsec_[\w+/=]+/g`,
    String.raw`/\b(?=(?:[a-z]*\d){2})[a-z\d]{16,}\b/gi`,
    // alphabets
    String.raw`/\b\w*(?:abcdefg|bcdfghj)\w*/gi`,
    // folder of the test fixtures
    String.raw`/\bcolour\/[\w.-]+|raw-built\|colour\b/g`,
  ],
  overrides: [
    { filename: 'docs/glossary.md', ignoreWords: FORBIDDEN_WORDS },
    // a system account
    { filename: ['docs/adr/0001-toolchain.md', 'deploy/local/postgres-files.mjs'], ignoreWords: ['nobody'] },
    // four-character codes of file formats
    {
      filename: ['apps/media/{src/decoder,test}/**', 'libs/contracts/src/rules/image-type*.ts'],
      ignoreRegExpList: [String.raw`/(['\x60])[\w ]{4}(?:[\s,]+\w{4})*\1/g`],
    },
    // a list of common passwords in several languages
    {
      filename: 'libs/contracts/src/rules/preflight/password-weakness.ts',
      ignoreRegExpList: [String.raw`/\x60[^\x60]+\x60/g`],
    },
    // names, texts of other languages and misspelled words that only tests and examples use
    {
      filename: ['**/*.test.{ts,tsx}', 'tests/**', '{apps,libs}/*/test/**', 'libs/contracts/src/rules/slug.ts'],
      ignoreWords: TEST_WORDS,
    },
  ],
}
