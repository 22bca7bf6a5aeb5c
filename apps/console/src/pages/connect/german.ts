export const german = {
  ", which failed with {error}": ", fehlgeschlagen mit {error}",
  "Add to {name}": "Zu {name} hinzufügen",
  "AI clients do the research; connect the one you work with.":
    "KI-Clients recherchieren; hier verbinden Sie Ihren.",
  "An unnamed client": "Ein unbenannter Client",
  "Any other client": "Jeder andere Client",
  "Ask it something that needs a tool, such as “List my Trovella plans”.":
    "Etwas fragen, das ein Tool braucht, etwa „Liste meine Trovella-Pläne auf“.",
  "By hand": "Von Hand",
  "Called {when}": "Aufgerufen {when}",
  "Calls this server, which must be running:": "Ruft diesen Server auf, der laufen muss:",
  "ChatGPT and others that run on the internet need a public URL with sign-in, which local mode does not have.":
    "ChatGPT und andere, die im Internet laufen, brauchen eine öffentliche URL mit Anmeldung; die gibt es im lokalen Modus nicht.",
  Clients: "Clients",
  "Each client signs in as you, with your browser. For one that cannot, create an access token in the {settings} and keep it in the variable {variable}.":
    "Jeder Client meldet sich mit Ihrem Browser als Sie an. Für einen, der das nicht kann, in den {settings} ein Zugriffstoken erstellen und in der Variablen {variable} hinterlegen.",
  "Give it the URL above. A client with OAuth support opens your browser to sign in; any other sends an access token as Authorization: Bearer.":
    "Die URL von oben eintragen. Ein Client mit OAuth öffnet den Browser zur Anmeldung; jeder andere sendet ein Zugriffstoken als Authorization: Bearer.",
  "In its settings under Connectors, add a custom connector with the URL above; your browser opens. The connection comes from the internet, so the server must be reachable from there.":
    "In den Einstellungen unter Connectors einen eigenen Connector mit der URL von oben hinzufügen; der Browser öffnet sich. Die Verbindung kommt aus dem Internet, der Server muss also von dort erreichbar sein.",
  "Let Trovella check its setup:": "Trovella die Einrichtung prüfen lassen:",
  "More clients ({count})": "Weitere Clients ({count})",
  "No call in the last day": "Kein Aufruf am letzten Tag",
  "No call in the last {count} days": "Kein Aufruf in den letzten {count} Tagen",
  "No call yet. What helps most often:": "Noch kein Aufruf. Was meistens hilft:",
  "Quit Claude Desktop completely and start it again.":
    "Claude Desktop ganz beenden und neu starten.",
  "Restart {name}.": "{name} neu starten.",
  "Restart {name}; /mcp lists its servers.": "{name} neu starten; /mcp zeigt die Server.",
  "Restart the client after connecting it: most read their configuration at startup.":
    "Den Client nach dem Verbinden neu starten: Die meisten lesen ihre Konfiguration beim Start.",
  'Run "MCP: List Servers" in VS Code, start trovella and trust it when asked.':
    "In VS Code „MCP: List Servers“ ausführen, trovella starten und auf Nachfrage vertrauen.",
  "Run the command in Trovella’s folder. It shows what it changes, keeps a backup and tests the connection.":
    "Den Befehl im Ordner von Trovella ausführen. Er zeigt, was er ändert, legt eine Sicherung an und prüft die Verbindung.",
  "Run the command in a terminal. It shows what it changes, keeps a backup and tests the connection.":
    "Den Befehl in einem Terminal ausführen. Er zeigt, was er ändert, legt eine Sicherung an und prüft die Verbindung.",
  "Sends the token in the variable TROVELLA_TOKEN:":
    "Sendet das Token aus der Variablen TROVELLA_TOKEN:",
  "Server URL": "URL des Servers",
  "Signs in with your browser:": "Meldet sich mit Ihrem Browser an:",
  "Starts Trovella itself and shares the data with this server:":
    "Startet Trovella selbst und teilt die Daten mit diesem Server:",
  "Switch the server on in Cursor's settings under Tools & MCP if it is off.":
    "Den Server in den Einstellungen von Cursor unter Tools & MCP einschalten, falls er aus ist.",
  "The entry that most clients understand": "Der Eintrag, den die meisten Clients verstehen",
  'Then "MCP: List Servers" in VS Code, start trovella: your browser opens.':
    "Dann in VS Code „MCP: List Servers“, trovella starten: Der Browser öffnet sich.",
  "Then /mcp auth trovella in Gemini CLI: your browser opens.":
    "Dann /mcp auth trovella in Gemini CLI: Der Browser öffnet sich.",
  "Then /mcp in Claude Code, choose trovella and Authenticate: your browser opens.":
    "Dann /mcp in Claude Code, trovella und Authenticate wählen: Der Browser öffnet sich.",
  "Then Cursor's settings, Tools & MCP, offer to sign in: your browser opens.":
    "Dann bieten die Einstellungen von Cursor unter Tools & MCP die Anmeldung an: Der Browser öffnet sich.",
  "Then ask it, for example": "Dann zum Beispiel fragen",
  "Then run `codex mcp login trovella`: your browser opens.":
    "Dann `codex mcp login trovella` ausführen: Der Browser öffnet sich.",
  "Then run `/mcp-config login trovella` in Kimi Code: your browser opens.":
    "Dann `/mcp-config login trovella` in Kimi Code ausführen: Der Browser öffnet sich.",
  "Then run `kilo mcp auth trovella`: your browser opens.":
    "Dann `kilo mcp auth trovella` ausführen: Der Browser öffnet sich.",
  "Then run `opencode mcp auth trovella`: your browser opens.":
    "Dann `opencode mcp auth trovella` ausführen: Der Browser öffnet sich.",
  "Then {name} asks you to sign in: your browser opens.":
    "Dann fordert {name} zur Anmeldung auf: Der Browser öffnet sich.",
  Unnamed: "Unbenannt",
  "Waiting for the first call from a client …": "Wartet auf den ersten Aufruf eines Clients …",
  "With an access token": "Mit einem Zugriffstoken",
  "an error": "einem Fehler",
  "the URL": "die URL",
  "the clients": "die Clients",
  "the command doctor": "den Befehl doctor",
  "the command of {name} for starting Trovella": "den Befehl von {name} zum Starten von Trovella",
  "the command of {name} for this server": "den Befehl von {name} für diesen Server",
  "the command that connects {name}": "den Befehl, der {name} verbindet",
  "the latest call": "den letzten Aufruf",
  "this prompt": "diesen Prompt",
  "{name} only starts servers itself and cannot call this one.":
    "{name} startet Server nur selbst und kann diesen nicht aufrufen.",
  "{client} called {tool}": "{client} hat {tool} aufgerufen",
  "{count} call": "{count} Aufruf",
  "{count} calls": "{count} Aufrufe",
  "{count} error": "{count} Fehler",
  "{count} errors": "{count} Fehler",
  "{counts} in {count} day": "{counts} an {count} Tag",
  "{counts} in {count} days": "{counts} in {count} Tagen",
};
