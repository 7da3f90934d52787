import { createCssVariablesTheme, createHighlighterCore } from '@shikijs/core'
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'
import type { CodeLine } from '../src/features/developers/code/code-line.ts'

const LANGUAGES: Record<string, string> = { js: 'javascript', py: 'python', sh: 'shellscript', swift: 'swift' }

/** No limit: after its half second a line of code would stay half coloured, on a busy machine the first one. */
const NEVER = 0

/** What a theme of variables calls a piece of code; what it has no name for is plain text. */
const KIND = /^var\(--shiki-token-([a-z]+)/

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

/** Code as lines of pieces, each with what it is: coloured while building, so that no page carries a highlighter. */
export async function highlight(code: string, extension: string): Promise<CodeLine[]> {
  const { codeToTokensBase } = await highlighter
  const lines = codeToTokensBase(code, {
    lang: LANGUAGES[extension] ?? 'text',
    theme: 'css-variables',
    tokenizeTimeLimit: NEVER,
  })
  return lines.map(line =>
    line.map(({ content, color }) => {
      const kind = KIND.exec(color ?? '')?.[1]
      return kind && content.trim() ? [content, kind] : content
    }),
  )
}
