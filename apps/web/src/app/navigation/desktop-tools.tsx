import { Trash2 } from 'lucide-react'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { ThemeMenu } from '../../widgets/theme/theme-menu.tsx'
import { SectionLink } from './section-link.tsx'

/** The tools to the right of the navigation links. They are loaded after the first screen. */
export const DesktopTools = () => (
  <>
    <SectionLink to="/trash" className={buttonClass({ appearance: 'quiet', size: 'small' })}>
      <Trash2 aria-hidden />
      <span className="visually-hidden">Trash</span>
    </SectionLink>
    <ThemeMenu />
  </>
)
