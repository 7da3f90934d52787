import type { http } from '@daymark/contracts'
import { Download } from 'lucide-react'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { Menu, type MenuItem } from '../../ui/overlay/menu.tsx'
import { exportUrl, readNames, type Which } from './picks.api.ts'
import { copyWithToast } from '../../ui/feedback/copy.tsx'

const FILES: [format: http.PickExport, label: string][] = [
  ['csv', 'Table (CSV)'],
  ['names', 'File names (text)'],
  ['xmp', 'Sidecars with ratings (XMP)'],
]
const LINES: [format: http.PickExport, label: string][] = [
  ['lightroom', 'Copy for Lightroom'],
  ['capture-one', 'Copy for Capture One'],
]

/** Exports for other programs: a line of names to paste, or a file. */
export function ExportMenu({ id, which }: { id: string; which: Which }) {
  const copy = async (format: http.PickExport) => {
    const names = await readNames(exportUrl(id, format, which))
    if (names === null) return showToast('The names could not be read. Please try again.')
    if (names === '') return showToast('No photos.')
    await copyWithToast(names, 'Names copied')
  }
  const items: MenuItem[] = [
    ...LINES.map(([format, label]) => ({ label, onSelect: () => void copy(format) })),
    ...FILES.map(([format, label], at) => ({
      label,
      startsGroup: at === 0,
      onSelect: () => location.assign(exportUrl(id, format, which)),
    })),
  ]
  return (
    <Menu
      name="Export"
      buttonClass={buttonClass({})}
      icon={
        <>
          <Download aria-hidden />
          Export
        </>
      }
      items={items}
    />
  )
}
