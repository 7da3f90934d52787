import { SignInPage } from '../../features/sign-in/sign-in.page.tsx'
import { Footer } from '../navigation/footer.tsx'

/** The sign-in has no frame: its footer is part of its own column. */
export const SignInScreen = () => <SignInPage footer={<Footer />} />
