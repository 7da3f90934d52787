import { ListChecks, Plus, Upload } from 'lucide-react'
import type { MenuItem } from '../../ui/overlay/menu.tsx'
import { Fab } from '../../widgets/photo-list/fab.tsx'

/** L-PHOTO-15 */
export function PhotosFab({ onSelect, onUpload }: { onSelect: () => void; onUpload: () => void }) {
  const items: MenuItem[] = [
    { label: 'Select', icon: <ListChecks aria-hidden />, onSelect },
    { label: 'Upload', icon: <Upload aria-hidden />, onSelect: onUpload },
  ]
  return <Fab name="Photo actions" icon={<Plus aria-hidden />} items={items} />
}
