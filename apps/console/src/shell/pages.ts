export const PAGES = [
  { to: "/", label: "Home", icon: "home", keys: "g h" },
  { to: "/inbox", label: "Inbox", icon: "inbox", keys: "g i" },
  { to: "/plans", label: "Plans", icon: "plans", keys: "g p" },
  { to: "/runs", label: "Runs", icon: "runs", keys: "g r" },
  { to: "/library", label: "Library", icon: "library", keys: "g l" },
  { to: "/claims", label: "Claims", icon: "claims", keys: "g m" },
  { to: "/reports", label: "Reports", icon: "reports", keys: "g o" },
  { to: "/insights", label: "Insights", icon: "insights", keys: "g n" },
  { to: "/connect", label: "Connect", icon: "connect", keys: "g c" },
  { to: "/settings", label: "Settings", icon: "settings", keys: "g s" },
] as const;
