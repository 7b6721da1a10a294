import { createElement, type ReactNode } from 'react'

const Layout = ({ children }: { children: ReactNode }) =>
  createElement('html', { lang: 'en' }, createElement('body', null, children))
export default Layout
