import { existsSync } from 'node:fs'
import type { Plugin } from 'vite'
import { documentPath, readDocument, readEndpoints } from './openapi.ts'
import { readSamples, sampleFiles, samplesFolder } from './samples.ts'

const VIRTUAL_MODULES: Record<string, () => Promise<string>> = {
  'virtual:endpoints': async () => `export const endpoints = ${toJsonParse(readEndpoints())}`,
  'virtual:samples': async () => `export const samples = ${toJsonParse(await readSamples())}`,
}
/** Returns an expression that parses the data as JSON, which is faster in browsers than the same object literal. */
const toJsonParse = (data: unknown) => `JSON.parse(${JSON.stringify(JSON.stringify(data))})`

/** S-DEV-04: the build publishes the API document and the sample programs under fixed paths. */
const STATIC_DOCUMENT = 'docs/api/openapi.yaml'
const EXAMPLES_FOLDER = 'docs/api/examples'

const renderExamplesPage = (names: string[]) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Code examples · Daymark</title>
<style>body { font: 16px/1.6 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }</style>
<h1>Code examples</h1>
<p>Set the URL of your API and your token at the top of each program.</p>
<ul>
${names.map(name => `<li><a href="${name}">${name}</a></li>`).join('\n')}
</ul>
</html>
`

/**
 * Generates the content of the developer pages from the OpenAPI document and the sample programs, and publishes both as
 * files.
 */
export function developerPages(): Plugin {
  const staticFiles = (): Record<string, string> => {
    const samples = sampleFiles()
    return {
      ...(existsSync(documentPath) && { [STATIC_DOCUMENT]: readDocument() }),
      [`${EXAMPLES_FOLDER}/index.html`]: renderExamplesPage(samples.map(({ name }) => name)),
      ...Object.fromEntries(samples.map(({ name, code }) => [`${EXAMPLES_FOLDER}/${name}`, `${code}\n`])),
    }
  }
  return {
    name: 'developer-pages',
    resolveId: id => (VIRTUAL_MODULES[id] ? `\0${id}` : undefined),
    load(id) {
      const createModule = id.startsWith('\0') ? VIRTUAL_MODULES[id.slice(1)] : undefined
      if (!createModule) return undefined
      this.addWatchFile(documentPath)
      for (const { name } of sampleFiles()) this.addWatchFile(`${samplesFolder}/${name}`)
      return createModule()
    },
    configureServer: server => {
      server.middlewares.use((request, response, next) => {
        const { url = '' } = request
        const text = url.startsWith('/docs/api/') ? staticFiles()[url.slice(1)] : undefined
        if (text === undefined) return next()
        response.setHeader('Content-Type', url.endsWith('.html') ? 'text/html' : 'text/plain')
        response.end(text)
      })
    },
    generateBundle() {
      for (const [fileName, source] of Object.entries(staticFiles())) this.emitFile({ type: 'asset', fileName, source })
    },
  }
}
