import { useRef, type InputHTMLAttributes, type ReactNode } from 'react'
import { Button, type ButtonProps } from '../../ui/button.tsx'

/** A button that opens the file dialog, or the camera. */
export function FileButton(props: {
  children: ReactNode
  icon: ReactNode
  look?: ButtonProps['look']
  accept: string
  multiple?: boolean
  capture?: InputHTMLAttributes<HTMLInputElement>['capture']
  onFiles: (files: File[]) => void
}) {
  const { children, icon, look, accept, multiple, capture, onFiles } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look={look} icon={icon} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        capture={capture}
        onChange={event => {
          onFiles([...(event.target.files ?? [])])
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
    </>
  )
}
