import { createCssVariablesTheme, createHighlighterCore } from '@shikijs/core'
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { CodeLine } from '../src/features/developers/code/code-line.ts'
import type { Samples } from '../src/features/developers/code/languages.tsx'

const LANGUAGE_OF_EXTENSION: Record<string, string> = {
  js: 'javascript',
  py: 'python',
  sh: 'shellscript',
  swift: 'swift',
}

/**
 * Highlights without a time limit. With the default of half a second, parts of lines could stay without colors on a
 * slow machine.
 */
const NO_TIME_LIMIT = 0

/** Matches the kind of a token in a CSS variables theme. Tokens without a kind are plain text. */
const TOKEN_KIND = /^var\(--shiki-token-([a-z]+)/

const highlighter = createHighlighterCore({
  themes: [createCssVariablesTheme()],
  langs: [
    import('@shikijs/langs/javascript'),
    import('@shikijs/langs/python'),
    import('@shikijs/langs/shellscript'),
    import('@shikijs/langs/swift'),
  ],
  engine: createJavaScriptRegexEngine(),
})

/** Splits code into lines of tokens with their kind. The build does this, so that no page loads a highlighter. */
async function highlight(code: string, extension: string): Promise<CodeLine[]> {
  const { codeToTokensBase } = await highlighter
  const lines = codeToTokensBase(code, {
    lang: LANGUAGE_OF_EXTENSION[extension] ?? 'text',
    theme: 'css-variables',
    tokenizeTimeLimit: NO_TIME_LIMIT,
  })
  return lines.map(line =>
    line.map(({ content, color }) => {
      const kind = TOKEN_KIND.exec(color ?? '')?.[1]
      return kind && content.trim() ? [content, kind] : content
    }),
  )
}

export const samplesFolder = join(import.meta.dirname, '../src/features/developers/samples')

/** Reads the sample programs of the developer pages. */
export const sampleFiles = () =>
  readdirSync(samplesFolder).map(name => ({ name, code: readFileSync(join(samplesFolder, name), 'utf8').trimEnd() }))

export async function readSamples(): Promise<Samples> {
  const samples = sampleFiles().map(async ({ name, code }) => [name, await highlight(code, extname(name).slice(1))])
  return Object.fromEntries(await Promise.all(samples)) as Samples
}
