import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Notice = { name: string; license: string; text: string }

/** Matches the package folder in the path of a module, after the last `node_modules`. */
const PACKAGE_FOLDER = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//
const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)/i

/**
 * Folder with the license texts of packages that contain none. They were copied from the repositories of these
 * packages.
 */
const MISSING_LICENSES = join(import.meta.dirname, 'licenses')

function readNotice(folder: string): Notice {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    [key in 'name' | 'version' | 'license']: string
  }
  const licenseFiles = readdirSync(folder).filter(file => LICENSE_FILE.test(file))
  const files =
    licenseFiles.length > 0 ? licenseFiles.map(file => join(folder, file)) : [join(MISSING_LICENSES, `${name}.txt`)]
  const text = files.map(file => readFileSync(file, 'utf8').trim()).join('\n\n')
  return { name: `${name} ${version}`, license, text }
}

/**
 * Writes a file with the license texts of all packages in the build, which their licenses require. Workers are separate
 * builds: they use the plugin `collect`. The page, which is written last, uses `emit`.
 */
export function thirdPartyNotices(): { collect: () => Plugin; emit: Plugin } {
  const folders = new Set<string>()
  const collect = (bundle: Rolldown.OutputBundle) => {
    for (const file of Object.values(bundle))
      for (const id of file.type === 'chunk' ? file.moduleIds : []) {
        const [, folder] = PACKAGE_FOLDER.exec(id) ?? []
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
          source: formatNotices([...folders].map(readNotice)),
        })
      },
    },
  }
}

function formatNotices(notices: Notice[]): string {
  const sorted = notices.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const sections = sorted.map(({ name, license, text }) => `${name} (${license})\n\n${text}\n`)
  return `Third-party software in this web application\n\n${sections.join(`\n${'-'.repeat(80)}\n\n`)}`
}
