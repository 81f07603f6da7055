# SPDX-License-Identifier: MIT
# Writes the manual pages of section 3 from the public headers. Each function and the functions
# declared directly below it share one comment and one page, FOLDER/<first function>.3; the others
# get a page that refers to it (".so"). Each header gets a page of its types and a list of its
# functions, FOLDER/sortid-<header>.3. Rules: CONTRIBUTING.md. A function without a comment is an
# error, unless its section has one or it is declared right below a type. POSIX awk.
#   awk -v folder=FOLDER -v version=VERSION -f tools/man3.awk HEADER...

# Writes a line or lines to the current page.
function emit(text) {
    print text > file
}

# The list, or text, with one more item. An empty item adds nothing.
function joined(list, separator, item) {
    return list == "" || item == "" ? list item : list separator item
}

function trim(text) {
    gsub(/^[ \t]+|[ \t]+$/, "", text)
    return text
}

# ---- Reading: a header is sections, a section is groups ------------------------------------------

# Starts a header: resets the reader and opens the page of the header.
FNR == 1 {
    header = FILENAME
    sub(/^.*include\//, "", header)
    page = header
    gsub(/\.h$/, "", page)
    gsub(/\//, "-", page)
    headers[++header_count] = header
    page_of[header] = title[header] = page
    section = comment = ""
    in_comment = in_code = group = 0
}

# Stores a comment of one or more lines, without its delimiters.
in_comment || /^\/\*/ {
    line = $0
    sub(/^[\/ ]\* ?/, "", line)
    sub(/ *\*\/.*$/, "", line)
    sub(/[ \t]+$/, "", line)
    comment = in_comment ? comment "\n" line : line
    in_comment = !index($0, "*/")
    if (!in_comment)
        take_comment()
    next
}

# Stores the lines of a declaration. Consecutive declarations form a group.
in_code || /^(typedef|enum|struct|SORTID_API|SORTID_STATUS|SORTID_NODE_STATUS) / ||
        /^[# ] *define SORTID_/ {
    add_code($0)
    next
}

# An empty line ends a group. A comment that is followed by one is about the whole section.
/^$/ {
    remark[header, section] = joined(remark[header, section], "\n\n", comment)
    comment = ""
    group = 0
    next
}

# A comment is the title of the file, the title of a section, or describes what follows.
function take_comment() {
    if (comment ~ /^sortid[a-z0-9\/]*\.h: /) {
        about[header] = comment
        sub(/^[^ ]+ /, "", about[header])
        title[header] = about[header]
        sub(/\n\n.*/, "", title[header])
        gsub(/\n/, " ", title[header])
        sub(/\. .*|\.$/, "", title[header])
    } else if (comment ~ /^---- /) {
        section = comment
        sub(/\n.*/, "", section)
        gsub(/^-+ | -+$/, "", section)
        sections[header, ++section_count[header]] = section
        if (index(comment, "\n"))
            remark[header, section] = substr(comment, index(comment, "\n") + 1)
    } else if (comment !~ /^(SPDX-|clang-format )/) {
        return
    }
    comment = ""
}

# Include guards and macros for declarations are not part of the interface.
function is_internal(line) {
    return line ~ /define SORTID_(API|MUST_CHECK|RESTRICT|STATUS|NODE_STATUS)([ \t]|$)/ || line ~ /_H$/
}

function add_code(line) {
    if (!in_code && is_internal(line)) {
        comment = ""
        return
    }
    if (!group) {
        group = ++group_count
        group_comment[group] = comment
        group_header[group] = header
        group_section[group] = section
        previous[group] = groups[header, section, groups_in[header, section]]
        groups[header, section, ++groups_in[header, section]] = group
        comment = ""
    }
    text = in_code ? text "\n" line : line
    # The members of the enums of statuses.
    if (text ~ /^typedef enum SORTID_INT32\(sortid_(node_)?status\)/ && match(line, /^ +SORTID_[A-Z0-9_]+ = /))
        statuses[trim(substr(line, 1, RLENGTH - 3))] = 1
    in_code = text ~ /^# *define/ ? line ~ /\\$/ : !ends_declaration(line)
    if (!in_code && text ~ /^SORTID_/)
        add_function(text)
    else if (!in_code)
        types[group] = joined(types[group], "\n", text)
}

# A typedef or an enum with a body ends at a brace in the first column.
function ends_declaration(line) {
    if (text ~ /\{/ && text !~ /\{[^}]*\}[^;]*;/)
        return line ~ /^}/
    return line ~ /;/
}

function add_function(text,    name, note) {
    gsub(/[ \t\n]+/, " ", text)
    if (match(text, /\/\*.*\*\//)) {
        note = substr(text, RSTART + 3, RLENGTH - 6)
        text = trim(substr(text, 1, RSTART - 1))
    }
    sub(/^SORTID_API /, "", text)
    sub(/^SORTID_STATUS /, "sortid_status ", text)
    sub(/^SORTID_NODE_STATUS /, "sortid_node_status ", text)
    name = text
    sub(/\(.*/, "", name)
    sub(/^.*[ *]/, "", name)
    functions[group, ++function_count[group]] = name
    prototype[name] = text
    group_of[name] = group
    if (note != "")
        notes[group] = notes[group] "\n\n" name ": " note "."
}

# ---- Markup --------------------------------------------------------------------------------------

function escape(text) {
    gsub(/\\/, "\\e", text)
    gsub(/\^/, "\\(ha", text)
    gsub(/~/, "\\(ti", text)
    return text
}

# Escapes code, so that every character is printed as typed.
function escape_code(text) {
    text = escape(text)
    gsub(/-/, "\\-", text)
    gsub(/'/, "\\(aq", text)
    gsub(/`/, "\\(ga", text)
    return text
}

function bold(code) {
    return "\\fB" escape_code(code) "\\fP"
}

function link_to(page) {
    return bold(page) "(3)"
}

# A line of a comment: names in bold, arguments and terms in italics.
function markup(line,    out, word, rest) {
    while (match(line, /`[^`]+`|\*[a-z_]+\*?|SORTID_[A-Z0-9_]+|sortid_[a-z0-9_]+(\(\))?/)) {
        word = substr(line, RSTART, RLENGTH)
        rest = substr(line, RSTART + RLENGTH)
        out = out escape(substr(line, 1, RSTART - 1))
        sub(/\(\)$/, "", word)
        if (word ~ /^`/)
            out = out bold(substr(word, 2, length(word) - 2))
        else if (word ~ /^\*.*\*$/)
            out = out "\\fI" substr(word, 2, length(word) - 2) "\\fP"
        else if (word ~ /^\*/)
            out = out "\\fI" word "\\fP"
        else
            out = out bold(word) (word in group_of ? "(3)" : "")
        line = rest
    }
    out = out escape(line)
    return out ~ /^[.']/ ? "\\&" out : out
}

# A comment as paragraphs, lists and code. A list item is a name or names, two blanks or more, and
# words; or a dash. Other indented lines are code.
function body(text,    lines, count, i, line, state, begun, head) {
    count = split(text "\n", lines, "\n")
    for (i = 1; i <= count; i++) {
        line = lines[i]
        if (state == "code" && line !~ /^  /)
            emit(".fi\n.RE")
        if (line == "") {
            state = ""
            continue
        }
        if (line ~ /^SORTID_[A-Z0-9_, ]*[A-Z0-9_]  +[^ ]/ ||
                (state == "item" && line ~ /^SORTID_[A-Z0-9_, ]*[A-Z0-9]$/)) {
            head = line
            sub(/  .*/, "", head)
            emit(".TP\n" markup(head))
            line = trim(substr(line, length(head) + 1))
            emit(line == "" ? "See \\fBsortid\\-base\\fP(3)." : markup(line))
            state = "item"
        } else if (line ~ /^- /) {
            emit(".IP \\(bu 3\n" markup(substr(line, 3)))
            state = "item"
        } else if (line ~ /^ / && state == "item") {
            emit(markup(trim(line)))
        } else if (line ~ /^  /) {
            if (state != "code")
                emit((begun ? ".sp\n" : "") ".RS 4\n.nf")
            emit_code(substr(line, 3))
            state = "code"
        } else {
            if (state != "words" && begun)
                emit(".PP")
            emit(markup(line))
            state = "words"
        }
        begun = 1
    }
}

function emit_code(line) {
    emit((line ~ /^[.']/ ? "\\&" : "") escape_code(line))
}

# A declaration that is shown as it is in the header.
function verbatim(text,    lines, count, i) {
    count = split(text, lines, "\n")
    for (i = 1; i <= count; i++)
        emit_code(lines[i])
}

# A prototype, names of arguments in italics, wrapped at 70 columns.
function synopsis(name,    text, begin, arguments, count, i, end, line, out) {
    text = prototype[name]
    sub(/\);$/, "", text)
    begin = index(text, "(")
    count = split(substr(text, begin + 1), arguments, /, */)
    line = substr(text, 1, begin)
    out = bold(line)
    for (i = 1; i <= count; i++) {
        end = i < count ? "," : ");"
        if (i > 1 && length(line " " arguments[i] end) > 70) {
            emit(out)
            line = out = "        "
        } else if (i > 1) {
            line = line " "
            out = out " "
        }
        line = line arguments[i] end
        out = out argument(arguments[i]) bold(end)
    }
    emit(out)
}

# A type and a name, which may be that of an array.
function argument(text,    name, rest) {
    if (text !~ /[ *]/ || !match(text, /[a-z0-9_]+(\[[A-Z0-9_]*\])?$/))
        return bold(text)
    name = rest = substr(text, RSTART)
    sub(/\[.*/, "", name)
    sub(/^[^[]*/, "", rest)
    return bold(substr(text, 1, RSTART - 1)) "\\fI" name "\\fP" bold(rest)
}

# The first sentence of a comment, as one line without its end.
function first_sentence(text,    stop) {
    sub(/\n\n.*/, "", text)
    sub(/\n(SORTID_[A-Z0-9_, ]*  |- |  ).*/, "", text)
    gsub(/\n */, " ", text)
    stop = match(text, /[.;:]( |$)/)
    if (stop && stop < 16 && match(substr(text, stop + 1), /[.;:]( |$)/))
        stop += RSTART
    if (stop)
        text = substr(text, 1, stop - 1)
    if (length(text) > 100 && index(text, ", ") > 20)
        sub(/, .*/, "", text)
    return text
}

# The line under NAME.
function summary(text) {
    text = first_sentence(text)
    gsub(/`/, "", text)
    return escape(lower_first(text))
}

function lower_first(text) {
    return text ~ /^[A-Z][a-z]*[ ,]/ ? tolower(substr(text, 1, 1)) substr(text, 2) : text
}

# ---- Statuses ------------------------------------------------------------------------------------

# The statuses that a comment names, of the kind that the function returns. "_NO_ID" after a comma
# is short for the name with the prefix of the one before.
function named_statuses(text, kind,    prefix, word, out, seen) {
    while (match(text, /SORTID_[A-Z0-9_]+|[ \n]_[A-Z][A-Z0-9_]+/)) {
        word = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if (word ~ /^[ \n]/)
            word = "SORTID_" (kind == "sortid_node_status" ? "NODE" : "") substr(word, 2)
        if (!(word in statuses) || word ~ /_OK$/ || word in seen)
            continue
        if ((word ~ /^SORTID_NODE_/ && word != "SORTID_NODE_SPEC") != (kind == "sortid_node_status"))
            continue
        seen[word] = 1
        out = joined(out, ", ", bold(word))
    }
    return out
}

# The functions that a comment names.
function references(text,    word, out) {
    while (match(text, /sortid_[a-z0-9_]+/)) {
        word = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if (word in group_of)
            out = joined(out, " ", word)
    }
    return out
}

# The function of the same purpose for any format: sortid_ulid_parse_as -> sortid_format_parse.
function twin(name) {
    if (!sub(/^sortid_(scru[0-9]+(v1)?|ulid|uuidv[0-9]+|ksuid)_/, "", name))
        return ""
    if (("sortid_" name) in group_of)
        return "sortid_" name
    if (name in twin_of)
        return twin_of[name]
    sub(/_as$/, "", name)
    return ("sortid_format_" name) in group_of ? "sortid_format_" name : ""
}

BEGIN {
    twin_of["new_text"] = "sortid_new"
    twin_of["fill"] = "sortid_fill"
    twin_of["fill_text"] = "sortid_generator_fill_text"
}

# The functions for any format that do the same as those of a group.
function twins(g,    i, name, list, seen) {
    for (i = 1; i <= function_count[g]; i++) {
        name = twin(functions[g, i])
        if (!(name in seen))
            list = joined(list, " ", name)
        seen[name] = 1
    }
    return list
}

# Sends the reader to these functions, unless the comment names them.
function twin_line(g, text,    i, count, names, list) {
    count = split(twins(g), names, " ")
    for (i = 1; i <= count; i++)
        if (!index(text, names[i]))
            list = joined(list, ",\n", link_to(names[i]))
    if (list != "")
        emit("As\n" list ",\nfor this format.\n.PP")
}

# ---- Pages ---------------------------------------------------------------------------------------

function open_page(page, header, names, words) {
    file = folder "/" page ".3"
    emit(".\\\" SPDX-License-Identifier: MIT")
    emit(".\\\" Written from the public headers by tools/man3.awk.")
    emit(".TH " page " 3 \"\" \"sortid " version "\" \"sortid\"")
    emit(".nh\n.ad l\n.SH NAME\n" names " \\- " words "\n.SH LIBRARY")
    emit(header ~ /node/ ? "libsortid\\-node (" bold("-lsortid-node -lsortid") ")" : "libsortid (" bold("-lsortid") ")")
    emit(".SH SYNOPSIS\n.nf\n\\fB#include <" header ">\\fP")
}

function function_page(g,    first, i, name, names, text, shows, kind, from, list, count, see, header, seen) {
    first = functions[g, 1]
    header = group_header[g]
    text = joined(group_comment[g] notes[g], "\n\n", remark[header, group_section[g]])
    shows = types[g]
    if (text == "" && previous[g]) {
        text = group_comment[previous[g]]
        shows = types[previous[g]]
        if (first ~ /_default$/)
            text = joined("Sets all members to their defaults.", "\n\n", text)
    }
    if (text == "") {
        print header ": no comment for " first > "/dev/stderr"
        exit 1
    }

    for (i = 1; i <= function_count[g]; i++) {
        name = functions[g, i]
        names = joined(names, ", ", name)
        if (prototype[name] ~ /^sortid_(node_)?status /)
            kind = substr(prototype[name], 1, index(prototype[name], " ") - 1)
    }
    open_page(first, header, names, summary(text))
    if (shows != "")
        verbatim("\n" shows)
    emit("")
    for (i = 1; i <= function_count[g]; i++)
        synopsis(functions[g, i])
    emit(".fi\n.SH DESCRIPTION")
    twin_line(g, text)
    body(text)

    see = link_to(page_of[header])
    count = split(references(text) " " twins(g), list, " ")
    for (i = 1; i <= count; i++) {
        name = list[i]
        if (group_of[name] == g || name in seen)
            continue
        seen[name] = 1
        see = see ",\n" link_to(name)
        if (prototype[name] ~ ("^" kind " "))
            from = joined(from, ", ", link_to(name))
    }
    if (kind != "")
        return_section(kind, named_statuses(text, kind), from)
    emit(".SH SEE ALSO\n" see)
    close(file)
    for (i = 2; i <= function_count[g]; i++) {
        file = folder "/" functions[g, i] ".3"
        emit(".so man3/" first ".3")
        close(file)
    }
}

function return_section(kind, own, from) {
    emit(".SH RETURN VALUE")
    emit("\\fB" (kind == "sortid_status" ? "SORTID_OK" : "SORTID_NODE_OK") "\\fP (0) on success.")
    if (own != "")
        emit("On failure " own ".")
    if (from != "")
        emit((own != "" ? "See also" : "On failure") " the statuses of\n" from ".")
    if (kind == "sortid_status")
        emit("\\fBsortid\\-base\\fP(3) lists all statuses;\n\\fBsortid_status_text\\fP(3) describes one.")
    else
        emit("\\fBsortid\\-node\\fP(3) lists all statuses.")
}

function header_page(header,    s, i, k, g, section, heading, text, name) {
    open_page(page_of[header], header, page_of[header], escape(lower_first(title[header])))
    emit(".fi\n.SH DESCRIPTION")
    text = about[header]
    body(index(text, "\n\n") ? substr(text, index(text, "\n\n") + 2) : text)
    for (s = 0; s <= section_count[header]; s++) {
        section = sections[header, s] # "" above the first one
        heading = toupper(section == "" ? "Types and constants" : section)
        if (groups_in[header, section] == 0)
            continue
        emit(".SH \"" heading "\"")
        body(remark[header, section])
        for (i = 1; i <= groups_in[header, section]; i++) {
            g = groups[header, section, i]
            if (function_count[g] > 0) {
                emit(".TP")
                text = ""
                for (k = 1; k <= function_count[g]; k++)
                    text = joined(text, ", ", link_to(functions[g, k]))
                emit(text)
                text = first_sentence(group_comment[g])
                emit(text == "" ? "See the page." : markup(text) ".")
            } else {
                if (i > 1 || remark[header, section] != "")
                    emit(".PP")
                body(group_comment[g])
                emit((group_comment[g] != "" ? ".PP\n.nf" : ".nf"))
                verbatim(types[g])
                emit(".fi")
            }
        }
    }
    emit(".SH SEE ALSO")
    text = ""
    for (i = 1; i <= header_count; i++)
        if (headers[i] != header)
            text = joined(text, ",\n", link_to(page_of[headers[i]]))
    emit(text)
    close(file)
}

END {
    for (g = 1; g <= group_count; g++)
        if (function_count[g] > 0)
            function_page(g)
    for (h = 1; h <= header_count; h++)
        header_page(headers[h])
}
