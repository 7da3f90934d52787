import { createCssVariablesTheme, createHighlighterCore } from '@shikijs/core'
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'
import type { CodeLine } from '../src/features/developers/code/code-line.ts'

const LANGUAGES: Record<string, string> = { js: 'javascript', py: 'python', sh: 'shellscript', swift: 'swift' }

/** No limit: after the default half second a line would stay partially highlighted on a slow machine. */
const NEVER = 0

/** The names of token kinds in a theme of variables; unnamed kinds are plain text. */
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

/** Code as lines of tokens with their kind: highlighted by the build, so that no page loads a highlighter. */
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
