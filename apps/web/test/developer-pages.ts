// Jest cannot link two modules that are requested at the same time, so the pages are imported sequentially before the layout.
import '../src/features/developers/developers.page.tsx'
import { PAGE_GROUPS } from '../src/features/developers/frame/pages.ts'

for (const { load } of PAGE_GROUPS.flatMap(({ pages }) => pages)) await load()
