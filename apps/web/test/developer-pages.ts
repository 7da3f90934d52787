// Jest cannot link two modules that are requested at the same time. The pages are therefore imported one after another, before the layout
// that requests them.
import '../src/features/developers/developers.page.tsx'
import { PAGE_GROUPS } from '../src/features/developers/frame/pages.ts'

for (const { load } of PAGE_GROUPS.flatMap(({ pages }) => pages)) await load()
