import { fileURLToPath } from 'node:url'

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** Screens with which a visit can begin, by area. Every visit also loads the area `main`. */
const ENTRY_SCREENS: Record<string, string[]> = {
  main: ['main.tsx'],
  gallery: ['features/share/share.page.tsx'],
  signIn: ['app/session/sign-in-screen.tsx'],
  app: [
    'app/shell.tsx',
    'features/photos/photos.page.tsx',
    'features/albums/list/album-list.page.tsx',
    'features/albums/album.page.tsx',
  ],
}
/**
 * Matches style sheets that are no CSS modules. They belong to no area: first-screen.ts imports the same sheets, so it
 * would have to import `main` with them.
 */
const GLOBAL_STYLE_SHEET = /(?<!\.module)\.css$/
/**
 * Matches modules that re-export many others, of which each screen uses only a few. Their imports do not count as
 * modules of a screen.
 */
const BARREL_MODULE = /\/lucide-react\/|\/libs\/contracts\//
/**
 * Matches modules that belong to `main`, although it imports them through a BARREL_MODULE: what every icon imports, and
 * the icons of error screens and uploads. An icon in a chunk of its own imports React from `main`, so `main` must not
 * import that chunk: it would run before React is defined.
 */
const MAIN_MODULE = /\/lucide-react\/dist\/esm\/(?!icons\/(?!(?:compass|upload)\.))|rolldown\/runtime/

/**
 * Puts the modules that the same areas need into one chunk. Without it there are 20 to 35 chunks for each screen, most
 * of them below 4 kB. On a phone, each costs a round trip on one of six connections.
 */
export function firstLoadGroup() {
  let areasOfModules: Map<string, string[]> | undefined
  const name = (id: string, graph: Graph) => {
    areasOfModules ??= areasByModule(graph)
    const areas = new Set(areasOfModules.get(id))
    if (areas.has('main') || MAIN_MODULE.test(id)) return 'main'
    const isShared = (areasOfModules.get(id)?.length ?? 0) > 1
    return isShared || areas.has('gallery') ? [...areas].join('-') : null
  }
  return { name }
}

function areasByModule(graph: Graph) {
  const areasOfModules = new Map<string, string[]>()
  for (const [area, files] of Object.entries(ENTRY_SCREENS))
    for (const file of files)
      for (const id of importedModules(fileURLToPath(new URL(`../src/${file}`, import.meta.url)), graph))
        areasOfModules.set(id, [...(areasOfModules.get(id) ?? []), area])
  return areasOfModules
}

/**
 * Returns the modules that a screen imports, directly or indirectly, but not the screen itself. The screen is imported
 * dynamically, and as part of a larger chunk it would need a wrapper.
 */
function importedModules(entry: string, graph: Graph): Set<string> {
  const moduleIds = new Set([entry])
  for (const id of moduleIds)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
      if (!BARREL_MODULE.test(imported) && !GLOBAL_STYLE_SHEET.test(imported)) moduleIds.add(imported)
    }
  moduleIds.delete(entry)
  return moduleIds
}
