// Which page this is.
if (data.kind === "history") historyPage();
else if (data.kind === "life") lifePage();
else if (commit) commitPage();
else header("Nothing was compared");
