import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Notice = { name: string; license: string; text: string }

/** The package of a module: the path up to its name after the last `node_modules`. */
const PACKAGE = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//
const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)/i

/** License texts of packages that contain none, from their repositories. */
const MISSING = join(import.meta.dirname, 'licenses')

function noticeOf(folder: string): Notice {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    [key in 'name' | 'version' | 'license']: string
  }
  const own = readdirSync(folder).filter(file => LICENSE_FILE.test(file))
  const files = own.length > 0 ? own.map(file => join(folder, file)) : [join(MISSING, `${name}.txt`)]
  const text = files.map(file => readFileSync(file, 'utf8').trim()).join('\n\n')
  return { name: `${name} ${version}`, license, text }
}

/**
 * Licenses require their text to be distributed: this file contains those of all packages in the build. Workers are separate
 * builds: `collect` is their plugin, and `emit` the one of the page, which is written after them.
 */
export function thirdPartyNotices(): { collect: () => Plugin; emit: Plugin } {
  const folders = new Set<string>()
  const collect = (bundle: Rolldown.OutputBundle) => {
    for (const file of Object.values(bundle))
      for (const id of file.type === 'chunk' ? file.moduleIds : []) {
        const [, folder] = PACKAGE.exec(id) ?? []
        if (folder) folders.add(folder)
      }
  }
  return {
    collect: () => ({ name: 'third-party-modules', apply: 'build', generateBundle: (_, bundle) => collect(bundle) }),
    emit: {
      name: 'third-party-notices',
      apply: 'build',
      generateBundle(_, bundle) {
        collect(bundle)
        this.emitFile({
          type: 'asset',
          fileName: 'third-party-notices.txt',
          source: textOf([...folders].map(noticeOf)),
        })
      },
    },
  }
}

function textOf(notices: Notice[]): string {
  const sorted = notices.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const parts = sorted.map(({ name, license, text }) => `${name} (${license})\n\n${text}\n`)
  return `Third-party software in this web application\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`
}
